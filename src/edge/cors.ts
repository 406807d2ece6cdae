import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
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
    const [message, given] = typeof rest[0] === 'string' ? rest : [undefined, rest[0]];
    const fields = flatFields(given);
    const at = fields.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'vary');
    const own = at === -1 ? response.getHeader('vary') : fields[at + 1];
    const vary = own === undefined ? field : `${String(own)}, ${field}`;
    const all = at === -1 ? [...fields, 'vary', vary] : fields.with(at + 1, vary);
    return typeof message === 'string' ? writeHead(status, message, all) : writeHead(status, all);
  };
  Object.defineProperty(response, 'writeHead', { value: write, configurable: true, writable: true });
}

/** The headers given to writeHead, as a flat list: they are an object, a list of pairs, or that. */
function flatFields(given: unknown): OutgoingHttpHeader[] {
  if (!Array.isArray(given)) return typeof given === 'object' && given !== null ? Object.entries(given).flat() : [];
  return Array.isArray(given[0]) ? given.flat() : given;
}
