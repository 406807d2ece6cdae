import { isObject } from 'stoa/tooling';

type Schema = Readonly<Record<string, unknown>>;

/** Why an event does not serve a subscriber that was written for the needed payload, one text for each reason. */
export function unmetEvent(name: string, need: Schema, given: Schema | undefined): readonly string[] {
  return given === undefined ? [`publishes no event "${name}"`] : unmetPayload(name, need, given);
}

/** Limits and choices do not count: `stoa diff` tells of them. */
function unmetPayload(name: string, need: Schema, given: Schema): readonly string[] {
  const [wanted, found] = [listOf(need.type), listOf(given.type)];
  const isRead = (type: unknown): boolean => wanted.includes(type) || (type === 'integer' && wanted.includes('number'));
  const isSame = wanted.length === 0 || (found.length > 0 && found.every(isRead));
  const isOther = ['$ref', 'anyOf', 'oneOf', 'allOf'].some(
    (key) => JSON.stringify(need[key]) !== JSON.stringify(given[key]),
  );
  return [
    ...(isSame
      ? []
      : [`publishes "${name}" as ${found.join(' or ') || 'anything'}, and not as ${wanted.join(' or ')}`]),
    ...(isOther ? [`publishes "${name}" in another form`] : []),
    ...unmetFields(name, need, given),
    ...(isObject(need.items) ? unmetPayload(`${name}[]`, need.items, schemaOf(given.items)) : []),
  ];
}

function unmetFields(name: string, need: Schema, given: Schema): readonly string[] {
  const [needed, published] = [listOf(need.required), listOf(given.required)];
  return ['properties', '$defs'].flatMap((key) => {
    const [wanted, found] = [schemaOf(need[key]), schemaOf(given[key])];
    return Object.entries(wanted).flatMap(([field, schema]) => {
      const path = `${name}.${field}`;
      if (!Object.hasOwn(found, field)) return [`does not publish "${path}"`];
      const isLeftOut = key === 'properties' && needed.includes(field) && !published.includes(field);
      return [
        ...(isLeftOut ? [`may leave out "${path}"`] : []),
        ...unmetPayload(path, schemaOf(schema), schemaOf(found[field])),
      ];
    });
  });
}

function schemaOf(value: unknown): Schema {
  return isObject(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
