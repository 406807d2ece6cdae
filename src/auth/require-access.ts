import { RequestError } from '../base/request-error.ts';
import type { Caller } from '../extension-api.ts';
import type { EndpointManifest } from '../extensions/manifest.ts';
import { bearerChallenge } from './tokens/bearer-challenge.ts';

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
