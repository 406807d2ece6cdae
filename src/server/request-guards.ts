import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '#base';
import { hostnameOf, isSafeFromRebinding } from '#edge';
import type { Gateway } from '#gateway';

/** Throws RequestError BAD_USER_INPUT: 414 for a URL that is too long, 431 for too many headers. */
export function requireShortHead({ config }: Gateway, request: IncomingMessage): void {
  const { limits } = config.server;
  if ((request.url?.length ?? 0) > limits.url) {
    const message = `The address is longer than ${limits.url} characters.`;
    throw new RequestError('BAD_USER_INPUT', 414, message, { connection: 'close' });
  }
  // Names and values alternate. Node may drop headers beyond its own limit, and a later check may need them.
  if (request.rawHeaders.length > 2 * limits.headers) {
    const message = `The request has more than ${limits.headers} header fields.`;
    throw new RequestError('BAD_USER_INPUT', 431, message, { connection: 'close' });
  }
}

/**
 * Requires a name of this machine as Host in development, where answers show sources. A foreign page reaches a local
 * port by DNS rebinding, and then sends its own name. Throws RequestError FORBIDDEN 403.
 */
export function requireLocalHost({ config, development }: Gateway, { headers }: IncomingMessage): void {
  const { host = '' } = headers;
  if (!development || host === '') return;
  const { host: own, allowedHosts } = config.server;
  const name = hostnameOf(host);
  if (name !== undefined && (isSafeFromRebinding(name) || name === own || allowedHosts.includes(name))) return;
  const message = `stoa dev answers local names only. If ${name ?? 'this name'} is yours, add it to "server.allowedHosts" in gateway.yaml.`;
  throw new RequestError('FORBIDDEN', 403, message, { connection: 'close' });
}

interface CorsExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Whether this request is for GraphQL or a route. */
  readonly isApi: boolean;
}

/**
 * Sets the CORS headers as gateway.yaml configures them. True when the request was a preflight, which is then
 * answered.
 */
export function applyCors(gateway: Gateway, { request, response, path, isApi }: CorsExchange): boolean {
  const { cors } = gateway.edge;
  if (cors === undefined) return false;
  if (request.method === 'OPTIONS') {
    const methods = methodsAt(gateway, path);
    if (methods.length > 0) cors.admit(request, response);
    return cors.answerPreflight(request, response, methods);
  }
  if (isApi) cors.admit(request, response);
  return false;
}

function methodsAt({ config, routes }: Gateway, path: string): readonly string[] {
  if (path === config.graphql.path) return ['GET', 'HEAD', 'POST'];
  const methods = routes.methodsAt(path);
  return methods.some((method) => method === 'GET') ? [...methods, 'HEAD'] : methods;
}
