import { GraphQLScalarType } from 'graphql';
import { isObject } from '#base';
import type { ResolverFile } from './describe-resolvers.ts';

/** A resolver, or the `batch` of one, as its file exports it. */
export type ResolverCall = (...received: readonly unknown[]) => unknown;

/** Which function of a file it is: `Type.field`, and whether it is called for all parents at once. */
export interface ResolverCoordinate {
  readonly type: string;
  readonly field: string;
  readonly isBatch: boolean;
}

/** The same resolvers, with another function for each. Scalars, and members that are no functions, stay. */
export function wrapResolvers(
  { file, value }: ResolverFile,
  wrap: (call: ResolverCall, at: ResolverCoordinate) => ResolverCall,
): ResolverFile {
  if (!isObject(value)) return { file, value };
  const types = Object.entries(value).map(([type, entry]) => {
    if (!isObject(entry) || entry instanceof GraphQLScalarType) return [type, entry];
    const members = Object.entries(entry).map(([field, member]) => {
      if (isCall(member)) return [field, wrap(member, { type, field, isBatch: false })];
      const batch = isObject(member) ? member.batch : undefined;
      return [field, isCall(batch) ? { batch: wrap(batch, { type, field, isBatch: true }) } : member];
    });
    return [type, Object.fromEntries(members)];
  });
  return { file, value: Object.fromEntries(types) };
}

function isCall(value: unknown): value is ResolverCall {
  return typeof value === 'function';
}
