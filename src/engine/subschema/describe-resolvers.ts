import { GraphQLScalarType } from 'graphql';
import { isObject } from '../../base/is-object.ts';

/** A resolver file's default export, as the extension wrote it. */
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
  /** `a map`, `a scalar`, or what else it is. */
  readonly kind: string;
  /** By field or enum value: `a function`, `a batch`, or what else it is. Empty where it is no map. */
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

/** Whether any file resolves this field. */
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

/** `{ batch: a function }` and nothing more. */
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
