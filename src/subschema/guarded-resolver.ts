import { GraphQLError, type GraphQLFieldResolver } from 'graphql';
import type { Caller, Context } from '../extension-api.ts';
import type { FieldGuard } from './composition.ts';

/** Puts a field's guard in front of its resolver: the resolver does not run for a caller who may not have the field. */
export function guardedResolver(
  resolve: GraphQLFieldResolver<unknown, Context>,
  guard: FieldGuard,
  name: string,
): GraphQLFieldResolver<unknown, Context> {
  return (parent, args, context, info) => {
    requireCaller(context.caller, guard, name);
    return resolve(parent, args, context, info);
  };
}

/** Throws a GraphQLError, UNAUTHENTICATED or FORBIDDEN, for a caller who may not have the field. */
export function requireCaller(caller: Caller, guard: FieldGuard, name: string): void {
  if (caller.kind === 'guest')
    throw new GraphQLError(`${name} needs a signed-in caller.`, { extensions: { code: 'UNAUTHENTICATED' } });
  const held = new Set(caller.permissions);
  for (const sets of guard.scopes) {
    if (isMet(sets, held)) continue;
    const wanted = sets.map((set) => set.join(' and ')).join(', or ');
    throw new GraphQLError(`${name} needs the permission ${wanted}.`, { extensions: { code: 'FORBIDDEN' } });
  }
}

/** Whether a caller may have a guarded field. */
export function mayHave(caller: Caller, { scopes }: FieldGuard): boolean {
  if (caller.kind === 'guest') return false;
  const held = new Set(caller.permissions);
  return scopes.every((sets) => isMet(sets, held));
}

function isMet(sets: readonly (readonly string[])[], held: ReadonlySet<string>): boolean {
  return sets.some((set) => set.every((scope) => held.has(scope)));
}
