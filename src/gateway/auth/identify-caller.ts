import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../extension-api.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Authenticate } from './authenticate.ts';

/** See `Gateway.authenticate`. */
export type IdentifyCaller = (request: IncomingMessage, response: ServerResponse) => Promise<Caller>;

/** By bearer token, else by session. A token wins: no page of the web can make a browser send one, so it is meant. */
export function createIdentifyCaller(byToken: Authenticate, sessions: Pick<Sessions, 'identify'>): IdentifyCaller {
  return async (request, response) => {
    const caller = await byToken(request);
    if (caller.kind === 'user') return caller;
    return (await sessions.identify(request, response)) ?? caller;
  };
}
