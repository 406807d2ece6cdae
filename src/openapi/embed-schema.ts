import { isObject, pointerKeys, pointerTo } from '#base';
import type { JsonSchema } from '#extensions';

/** Keywords that belong to a schema document, or to the validator, and not to a schema inside OpenAPI. */
const dropped = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor', '$async', 'errorMessage', '$comment']);

/**
 * The schema as a part of an OpenAPI document, at this pointer (`#/components/schemas/Name`). References within the
 * schema lead to its new place. OpenAPI 3.1 has JSON Schema 2020-12, so the rest stays.
 */
export function embedSchema(schema: JsonSchema, pointer: string): JsonSchema {
  const base = typeof schema.$id === 'string' ? schema.$id : undefined;
  const anchors = new Map(anchorsIn(schema, ''));
  const refer = (ref: string): string => {
    const own = base !== undefined && ref.startsWith(base) ? ref.slice(base.length) || '#' : ref;
    if (own === '#') return pointer;
    if (own.startsWith('#/')) return pointer + own.slice(1);
    const anchor = own.startsWith('#') ? anchors.get(own.slice(1)) : undefined;
    return anchor === undefined ? ref : pointer + anchor;
  };
  return embed(schema, refer);
}

function embed(schema: JsonSchema, refer: (ref: string) => string): JsonSchema {
  const entries = Object.entries(schema).filter(([key]) => !dropped.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') return ['$ref', refer(value)];
      // Values that look like schemas, and names that look like keywords.
      if (['default', 'const', 'enum', 'examples', 'required'].includes(key)) return [key, value];
      if (['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].includes(key))
        return [key, isObject(value) ? mapValues(value, (each) => embedValue(each, refer)) : value];
      return [key, embedValue(value, refer)];
    }),
  );
}

function embedValue(value: unknown, refer: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => embedValue(each, refer));
  return isObject(value) ? embed(value, refer) : value;
}

function mapValues(value: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
}

function anchorsIn(value: unknown, at: string): readonly (readonly [name: string, pointer: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    if ((key === '$anchor' || key === '$dynamicAnchor') && typeof each === 'string') return [[each, at] as const];
    return anchorsIn(each, pointerTo(at, key));
  });
}

/** The value that a reference within the schema means; undefined for other references. */
export function resolveRef(root: JsonSchema, ref: string): unknown {
  const base = typeof root.$id === 'string' && ref.startsWith(root.$id) ? root.$id.length : 0;
  const own = ref.slice(base);
  if (!/^(?:#|$)/.test(own)) return undefined;
  const pointer = own.startsWith('#/') ? own.slice(1) : new Map(anchorsIn(root, '')).get(own.slice(1));
  if (pointer === undefined) return own === '#' || own === '' ? root : undefined;
  return pointerKeys(pointer).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    root,
  );
}
