import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPromise } from '../../base/is-promise.ts';
import type { Caller } from '../../extension-api.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Authenticate } from './authenticate.ts';

/** See `Gateway.authenticate`. */
export type IdentifyCaller = (request: IncomingMessage, response: ServerResponse) => Caller | Promise<Caller>;

const guest: Caller = { kind: 'guest' };

/** By bearer token, else by session. A token wins: no page of the web can make a browser send one, so it is meant. */
export function createIdentifyCaller(byToken: Authenticate, sessions: Pick<Sessions, 'identify'>): IdentifyCaller {
  // Most requests carry nothing that could tell who sent them, or a token that is known: nobody has to be waited for.
  return (request, response) => {
    const { authorization, cookie } = request.headers;
    if (authorization === undefined && cookie === undefined) return guest;
    const caller = byToken(request);
    if (!isPromise(caller) && caller.kind === 'user') return caller;
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
