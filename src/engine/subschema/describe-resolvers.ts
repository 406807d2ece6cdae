import { GraphQLScalarType, type GraphQLSchema, isEnumType, isObjectType, isScalarType } from 'graphql';
import { isObject } from '#base';
import type { ReferenceResolver } from './entities.ts';
import type { BatchResolver, Resolver } from './resolver.ts';

/** A resolver file's default export. */
export interface ResolverFile {
  readonly file: string;
  readonly value: unknown;
}

/** What a resolver file exports, as plain data. */
export interface DescribedResolvers {
  readonly file: string;
  /** `a map`, or what it exports instead. */
  readonly exports: string;
  /** By type; empty where it exports no map. */
  readonly types: Readonly<Record<string, DescribedType>>;
}

export interface DescribedType {
  /** `a map`, `a scalar`, or another kind. */
  readonly kind: string;
  /** By field or enum value: `a function`, `a batch`, or another kind. Empty where it is no map. */
  readonly members: Readonly<Record<string, string>>;
}

/** Says which resolvers there are. Calls none of them. */
export function describeResolvers(files: readonly ResolverFile[]): readonly DescribedResolvers[] {
  return files.map(({ file, value }) =>
    isObject(value)
      ? { file, exports: 'a map', types: mapValues(value, describeType) }
      : { file, exports: nameOf(value), types: {} },
  );
}

export function hasResolver(described: readonly DescribedResolvers[], type: string, field: string): boolean {
  return described.some(({ types }) => {
    const members = Object.hasOwn(types, type) ? types[type]?.members : undefined;
    return members !== undefined && Object.hasOwn(members, field);
  });
}

function describeType(entry: unknown): DescribedType {
  if (entry instanceof GraphQLScalarType) return { kind: 'a scalar', members: {} };
  if (!isObject(entry)) return { kind: nameOf(entry), members: {} };
  return { kind: 'a map', members: mapValues(entry, (value) => (isBatch(value) ? 'a batch' : nameOf(value))) };
}

/** Whether the value is `{ batch: a function }` and nothing more. */
export function isBatch(value: unknown): boolean {
  return isObject(value) && typeof value.batch === 'function' && Object.keys(value).length === 1;
}

function mapValues<Value>(
  map: Readonly<Record<string, unknown>>,
  describe: (value: unknown) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, describe(value)]));
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The functions of resolver files by kind. */
export interface CollectedResolvers {
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Resolver | BatchResolver>>;
  readonly references: ReadonlyMap<string, ReferenceResolver>;
  /** Scalars, enum values, `__resolveType`, `__isTypeOf`: as graphql-tools takes them. */
  readonly others: Readonly<Record<string, object>>;
}

/** Sorts the resolvers of files that passed `checkResolvers`. */
export function collectResolvers(files: readonly ResolverFile[], schema: GraphQLSchema): CollectedResolvers {
  const fields = new Map<string, Map<string, Resolver | BatchResolver>>();
  const references = new Map<string, ReferenceResolver>();
  const others: Record<string, object> = {};
  const addMember = (type: string, field: string, value: unknown): void => {
    const object = schema.getType(type);
    // What is contributed to an extension that is not enabled rests.
    if (isObjectType(object) && !field.startsWith('__') && object.getFields()[field] === undefined) return;
    if (field === '__isTypeOf' || field === '__resolveType') others[type] = { ...others[type], [field]: value };
    else if (!isResolver(value)) return;
    else if (field === '__resolveReference') references.set(type, value);
    else fields.set(type, (fields.get(type) ?? new Map<string, Resolver | BatchResolver>()).set(field, value));
  };
  for (const { value } of files) {
    for (const [name, entry] of Object.entries(isObject(value) ? value : {})) {
      if (!isObject(entry)) continue;
      const type = schema.getType(name);
      if (type === undefined) continue;
      if (isScalarType(type) || isEnumType(type)) others[name] = entry;
      else for (const [field, member] of Object.entries(entry)) addMember(name, field, member);
    }
  }
  return { fields, references, others };
}

function isResolver(value: unknown): value is Resolver | BatchResolver {
  return typeof value === 'function' || isBatch(value);
}
