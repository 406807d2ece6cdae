import { isPromise } from '../../base/is-promise.ts';
import type { Caller } from '../../extension-api.ts';
import type { IdentifyCaller } from '../edge/rate-limits.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Authenticate } from './authenticate.ts';

/** By bearer token, else by session. A token wins: no page of the web can make a browser send one, so it is meant. */
export function createIdentifyCaller(byToken: Authenticate, sessions: Pick<Sessions, 'identify'>): IdentifyCaller {
  return (request, response) => {
    const caller = byToken(request);
    // Most requests carry a token that is known, or nothing that could tell who sent them: nobody has to be waited for.
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
