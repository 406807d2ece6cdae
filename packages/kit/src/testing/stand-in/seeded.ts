/** A number from 0 to 2^32 - 1 that depends on seed and words alone. FNV-1a, with the finalizer of MurmurHash3. */
export function seeded(seed: number, ...words: readonly string[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of words.join('\0')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One of the list. */
export function pick<Item>(list: readonly Item[], number: number): Item | undefined {
  return list[number % Math.max(list.length, 1)];
}

/** A value of a scalar that fits the name of its field. */
export function scalarValue(type: string, field: string, number: number): unknown {
  switch (type) {
    case 'Int':
      return 1 + (number % 100);
    case 'Float':
      return (1 + (number % 10_000)) / 100;
    case 'Boolean':
      return !/^has[A-Z]/.test(field) && number % 2 === 0;
    case 'ID':
      return String(1000 + (number % 9000));
    case 'String':
      return textFor(field, number);
    default:
      return customScalar(type, field, number);
  }
}

function customScalar(type: string, field: string, number: number): unknown {
  if (/^(?:big_?int|long|short|byte|uint\d*|positiveint|nonnegativeint)$/i.test(type)) return 1 + (number % 100);
  if (/^(?:json|jsonobject|object|map)$/i.test(type)) return { [field]: number % 100 };
  if (/^datetime|timestamp$/i.test(type)) return moment(number);
  if (/^date$/i.test(type)) return moment(number).slice(0, 10);
  if (/^(?:url|uri)$/i.test(type)) return `https://example.com/${number % 1000}`;
  if (/^(?:decimal|money|bigdecimal)$/i.test(type)) return `${1 + (number % 100)}.00`;
  return textFor(field, number);
}

function textFor(field: string, number: number): string {
  if (/mail$/i.test(field)) return `name${number % 1000}@example.com`;
  if (/(?:url|href|src|image|picture|link)$/i.test(field)) return `https://example.com/${field}/${number % 1000}`;
  if (/(?:At|On|[dD]ate|[tT]ime)$/.test(field)) return moment(number);
  if (/currency/i.test(field)) return 'EUR';
  if (/(?:price|amount|total)$/i.test(field)) return `${1 + (number % 100)}.00`;
  return `${field} ${number % 1000}`;
}

// From 2020 on, within five years.
function moment(number: number): string {
  return new Date(Date.UTC(2020, 0, 1) + (number % 157_680_000) * 1000).toISOString();
}
