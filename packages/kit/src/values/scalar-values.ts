import fc from 'fast-check';

/** Values of a scalar of GraphQL that fit the name of its field. */
export function scalarValues(type: string, field: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'Int':
      return count;
    case 'Float':
      return fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
    case 'Boolean':
      return /^has[A-Z]/.test(field) ? fc.constant(false) : fc.boolean();
    case 'ID':
      return fc.integer({ min: 1000, max: 9999 }).map(String);
    case 'String':
      return textsFor(field);
    default:
      return customScalars(type, field);
  }
}

const count = fc.integer({ min: 1, max: 100 });
const number = fc.nat(999);
const amount = count.map((whole) => `${whole}.00`);
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

function customScalars(type: string, field: string): fc.Arbitrary<unknown> {
  if (/^(?:big_?int|long|short|byte|uint\d*|positiveint|nonnegativeint)$/i.test(type)) return count;
  if (/^(?:json|jsonobject|object|map)$/i.test(type)) return count.map((value) => ({ [field]: value }));
  if (/^datetime|timestamp$/i.test(type)) return moment;
  if (/^date$/i.test(type)) return moment.map((text) => text.slice(0, 10));
  if (/^(?:url|uri)$/i.test(type)) return number.map((each) => `https://example.com/${each}`);
  if (/^(?:decimal|money|bigdecimal)$/i.test(type)) return amount;
  return textsFor(field);
}

function textsFor(field: string): fc.Arbitrary<string> {
  if (/mail$/i.test(field)) return number.map((each) => `name${each}@example.com`);
  if (/(?:url|href|src|image|picture|link)$/i.test(field))
    return number.map((each) => `https://example.com/${field}/${each}`);
  if (/(?:At|On|[dD]ate|[tT]ime)$/.test(field)) return moment;
  if (/currency/i.test(field)) return fc.constant('EUR');
  if (/(?:price|amount|total)$/i.test(field)) return amount;
  return number.map((each) => `${field} ${each}`);
}
