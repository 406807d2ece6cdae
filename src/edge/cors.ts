import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '#base';
import type { ServerConfig } from '#config';

/** Decides what scripts of other sites may read. It exists only when gateway.yaml names an origin. */
export interface Cors {
  /** Whether scripts of this origin may use the shopper's cookies. */
  trusts(origin: string | undefined): boolean;
  /** Whether the origin is allowed, and trusted with the cookie if the request has one. */
  serves(request: IncomingMessage): boolean;
  /** Sets the headers that let scripts of allowed origins read the response. Call it before the handler. */
  admit(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Answers a preflight request; false when the request is not one. `methods` are the methods of the path. Throws
   * RequestError FORBIDDEN 403 for an origin that is not allowed.
   */
  answerPreflight(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): boolean;
}

export function createCors({ origins, credentials, maxAge }: NonNullable<ServerConfig['cors']>): Cors | undefined {
  if (origins.length === 0) return undefined;
  const isOpen = origins.includes('*');
  const named = new Set(origins);
  const admits = (origin: string | undefined): origin is string =>
    origin !== undefined && (isOpen || named.has(origin));

  const admit: Cors['admit'] = ({ headers: { origin } }, response) => {
    // A cache must not serve one origin the response for another, or for no origin.
    if (!isOpen) addVary(response, 'Origin');
    if (!admits(origin)) return;
    response.setHeader('access-control-allow-origin', isOpen ? '*' : origin);
    response.setHeader('access-control-expose-headers', exposed);
    if (credentials) response.setHeader('access-control-allow-credentials', 'true');
  };

  const trusts: Cors['trusts'] = (origin) => credentials && !isOpen && admits(origin);

  return {
    trusts,
    serves: ({ headers: { origin, cookie } }) => admits(origin) && (cookie === undefined || trusts(origin)),
    admit,
    answerPreflight(request, response, methods) {
      const {
        origin,
        'access-control-request-method': wanted,
        'access-control-request-headers': asked,
      } = request.headers;
      if (request.method !== 'OPTIONS' || origin === undefined || wanted === undefined || methods.length === 0)
        return false;
      if (!admits(origin))
        throw new RequestError('FORBIDDEN', 403, 'Scripts of this origin are not among those that may ask.');
      response.setHeader('access-control-allow-methods', methods.join(', '));
      // The gateway allows every requested header: the browser checks which are safe, the route which it reads.
      if (asked !== undefined && isFieldList(asked)) response.setHeader('access-control-allow-headers', asked);
      response.setHeader('access-control-max-age', maxAge);
      response.setHeader('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
      response.statusCode = 204;
      response.end();
      return true;
    },
  };
}

const exposed = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy';

function isFieldList(text: string): boolean {
  return text.length <= 1000 && /^[a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*$/i.test(text);
}

/** Adds to Vary when the head is written, since a handler may set Vary and would overwrite an earlier value. */
export function addVary(response: ServerResponse, field: string): void {
  const writeHead = response.writeHead.bind(response);
  const write = (status: number, ...rest: readonly unknown[]): ServerResponse => {
    const [message, fields] = typeof rest[0] === 'string' ? rest : [undefined, rest[0]];
    if (typeof message === 'string') response.statusMessage = message;
    for (const [name, value] of fieldsOf(fields)) response.setHeader(name, value);
    const vary = response.getHeader('vary');
    response.setHeader('vary', vary === undefined ? field : `${String(vary)}, ${field}`);
    return writeHead(status);
  };
  Object.defineProperty(response, 'writeHead', { value: write, configurable: true, writable: true });
}

type Field = readonly [name: string, value: string | number | readonly string[]];

/** The headers given to writeHead: an object, a list of pairs, or a flat list. */
function fieldsOf(given: unknown): readonly Field[] {
  if (typeof given !== 'object' || given === null) return [];
  if (!Array.isArray(given)) return Object.entries(given);
  const pairs: readonly unknown[] = Array.isArray(given[0])
    ? given
    : given.flatMap((name, index) => (index % 2 === 0 ? [[name, given[index + 1]]] : []));
  const joined = new Map<string, string[]>();
  for (const pair of pairs) {
    if (!Array.isArray(pair)) continue;
    const name = String(pair[0]).toLowerCase();
    joined.set(name, [...(joined.get(name) ?? []), String(pair[1])]);
  }
  return [...joined].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]);
}
