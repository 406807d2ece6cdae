import { GraphQLError } from 'graphql';
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
