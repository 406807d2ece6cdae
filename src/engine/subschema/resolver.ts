import type { GraphQLResolveInfo } from 'graphql';

/** What resolvers get as their third argument. The engine hands it on, and reads nothing of it. */
export type Context = object;

/** A resolver: called once for each parent. */
// biome-ignore lint/suspicious/noExplicitAny: parents and arguments are the extension's own types, which only it knows.
export type Resolver = (parent: any, args: any, context: Context, info: GraphQLResolveInfo) => unknown;

/**
 * A batched resolver: called once for each selection level with all its parents. Answers one value (or Error) for each
 * parent, in order.
 */
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
