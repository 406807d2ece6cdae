import { isPromise } from '../base/is-promise.ts';
import type { IdentifyCaller } from '../edge/rate-limits.ts';
import type { Caller } from '../extension-api.ts';
import type { Authenticate } from './authenticate.ts';
import type { Sessions } from './sessions/sessions.ts';

/**
 * Identifies the caller by bearer token, else by session. The token wins: no other site can make a browser send one,
 * so the client sent it on purpose.
 */
export function createIdentifyCaller(byToken: Authenticate, sessions: Pick<Sessions, 'identify'>): IdentifyCaller {
  return (request, response) => {
    const caller = byToken(request);
    // Most requests carry a verified token, or neither token nor cookie. They need no promise.
    if (!isPromise(caller) && (caller.kind === 'user' || request.headers.cookie === undefined)) return caller;
    return bySession(caller, () => sessions.identify(request, response));
  };
}

async function bySession(
  byToken: Caller | Promise<Caller>,
  identify: () => Promise<Caller | undefined>,
): Promise<Caller> {
  const caller = await byToken;
  return caller.kind === 'user' ? caller : ((await identify()) ?? caller);
}
