import { GraphQLError, type GraphQLFieldResolver } from 'graphql';
import type { FieldGuard } from './composition.ts';
import type { Context } from './resolver.ts';

/** Why the field at this place is refused for this context; undefined where it is not. */
export type RefuseField = Guarding['refuse'];

interface Guarding {
  // A method, so that a gateway may say of which type its contexts are.
  refuse(guard: FieldGuard, context: Context, place: string): Error | undefined;
}

/** Refuses every guarded field: it is what holds where no callback says who is signed in. */
export const refuseAll: RefuseField = (_guard, _context, place) =>
  new GraphQLError(`${place} needs a signed-in caller.`, { extensions: { code: 'UNAUTHENTICATED' } });

/** Puts a field's guard in front of its resolver: the resolver does not run where the field is refused. */
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
