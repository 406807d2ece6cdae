import { GraphQLError } from 'graphql';
import type { FieldGuard } from '../engine/subschema/composition.ts';
import type { Caller } from '../extension-api.ts';

/** Why a caller may not have a guarded field, UNAUTHENTICATED or FORBIDDEN; undefined where it may. */
export function refuseField(
  { scopes }: FieldGuard,
  { caller }: { readonly caller: Caller },
  place: string,
): GraphQLError | undefined {
  if (caller.kind === 'guest')
    return new GraphQLError(`${place} needs a signed-in caller.`, { extensions: { code: 'UNAUTHENTICATED' } });
  const held = new Set(caller.permissions);
  const missing = scopes.find((sets) => !sets.some((set) => set.every((scope) => held.has(scope))));
  if (missing === undefined) return undefined;
  const wanted = missing.map((set) => set.join(' and ')).join(', or ');
  return new GraphQLError(`${place} needs the permission ${wanted}.`, { extensions: { code: 'FORBIDDEN' } });
}
