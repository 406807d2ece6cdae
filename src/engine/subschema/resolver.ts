import type { GraphQLResolveInfo } from 'graphql';

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
