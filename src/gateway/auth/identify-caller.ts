import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../extension-api.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Authenticate } from './authenticate.ts';

/** See `Gateway.authenticate`. */
export type IdentifyCaller = (request: IncomingMessage, response: ServerResponse) => Caller | Promise<Caller>;

const guest: Caller = { kind: 'guest' };

/** By bearer token, else by session. A token wins: no page of the web can make a browser send one, so it is meant. */
export function createIdentifyCaller(byToken: Authenticate, sessions: Pick<Sessions, 'identify'>): IdentifyCaller {
  const identify = async (request: IncomingMessage, response: ServerResponse): Promise<Caller> => {
    const caller = await byToken(request);
    if (caller.kind === 'user') return caller;
    return (await sessions.identify(request, response)) ?? caller;
  };
  // Most requests carry nothing that could tell who sent them, and nobody has to be asked.
  return (request, response) => {
    const { authorization, cookie } = request.headers;
    return authorization === undefined && cookie === undefined ? guest : identify(request, response);
  };
}
