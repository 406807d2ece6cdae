import { GraphQLError, type GraphQLFieldResolver } from 'graphql';
import type { FieldGuard } from './composition.ts';
import type { Context } from './resolver.ts';

/** Returns why the field is refused for this context; undefined where it is not. */
export type RefuseField = Guarding['refuse'];

interface Guarding {
  // A method, not a property, so that a gateway may narrow the type of its contexts.
  refuse(guard: FieldGuard, context: Context, place: string): Error | undefined;
}

/** Refuses every guarded field, for engines without a `refuse` callback. */
export const refuseAll: RefuseField = (_guard, _context, place) =>
  new GraphQLError(`${place} needs a signed-in caller.`, { extensions: { code: 'UNAUTHENTICATED' } });

/** Wraps a resolver with its field's guard. The resolver does not run where the guard refuses the field. */
export function guardedResolver(
  resolve: GraphQLFieldResolver<unknown, Context>,
  refusal: (context: Context) => Error | undefined,
): GraphQLFieldResolver<unknown, Context> {
  return (parent, args, context, info) => {
    const error = refusal(context);
    if (error !== undefined) throw error;
    return resolve(parent, args, context, info);
  };
}
