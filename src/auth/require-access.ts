import { GraphQLError } from 'graphql';
import { RequestError } from '#base';
import type { FieldGuard } from '#engine';
import type { Caller } from '#extension-api';
import type { EndpointManifest } from '#extensions';

/**
 * Throws RequestError UNAUTHENTICATED 401 for a guest on a private route, FORBIDDEN 403 for a user without a
 * permission that the route requires.
 */
export function requireAccess(
  caller: Caller,
  { access, permissions }: Pick<EndpointManifest, 'access' | 'permissions'>,
): void {
  if (access === 'public') return;
  if (caller.kind === 'guest') {
    throw new RequestError('UNAUTHENTICATED', 401, 'This route needs authentication.', bearerChallenge);
  }
  const missing = permissions.filter((permission) => !caller.permissions.includes(permission));
  if (missing.length === 0) return;
  throw new RequestError('FORBIDDEN', 403, `This route needs the permission ${missing.join(', ')}.`);
}

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

/** HTTP requires a challenge with every 401 (RFC 9110, 15.5.2). Every route accepts a bearer token. */
export const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;
