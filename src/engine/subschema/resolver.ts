import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { FieldGuard } from './composition.ts';

/** The resolvers' third argument. The engine passes it on, and reads nothing of it. */
export type Context = object;

/** A resolver: called once for each parent. */
// biome-ignore lint/suspicious/noExplicitAny: parents and arguments are the extension's own types, which only it knows.
export type Resolver = (parent: any, args: any, context: Context, info: GraphQLResolveInfo) => unknown;

/** Called once for each selection level with all its parents. Returns a value or Error for each, in order. */
export interface BatchResolver {
  readonly batch: (
    // biome-ignore lint/suspicious/noExplicitAny: see Resolver.
    parents: readonly any[],
    // biome-ignore lint/suspicious/noExplicitAny: see Resolver.
    args: any,
    context: Context,
    info: GraphQLResolveInfo,
  ) => readonly unknown[] | Promise<readonly unknown[]>;
}

/** Returns why the field is refused for this context; undefined where it is not. */
export type RefuseField = Guarding['refuse'];

interface Guarding {
  // A method, not a property, so that a gateway may narrow the type of its contexts.
  refuse(guard: FieldGuard, context: Context, place: string): Error | undefined;
}

/** Refuses every guarded field, for engines without a `refuse` callback. */
export const refuseAll: RefuseField = (_guard, _context, place) =>
  new GraphQLError(`${place} needs a signed-in caller.`, { extensions: { code: 'UNAUTHENTICATED' } });
