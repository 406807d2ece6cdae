import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { RequestError } from '#base';
import { assetsPath } from '#bundle';
import { addVary, hostnameOf, isHost } from '#edge';
import { splitPath } from '#extension-ui';
import type { Gateway } from '#gateway';
import {
  countFields,
  localeOf,
  negotiateLocale,
  parseRequestTarget,
  prefersHtml,
  requestIdOf,
  takeLocale,
} from '#http';
import { ownsApiDocs } from '#openapi';
import { developmentPath, notFoundPage, siteFiles } from '#pages';
import { wire } from '#placement';
import { resetResponse, sendError } from './send-error.ts';

/** Answers one request, or throws an error that `sendError` turns into a response. */
export type RequestHandler = (gateway: Gateway, request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface RequestHandlers {
  readonly graphql: RequestHandler;
  readonly rest: RequestHandler;
  readonly page: RequestHandler;
  /** Answers a browser whose path no route or page has. */
  readonly notFoundPage: RequestHandler;
  readonly asset: RequestHandler;
  /** `/robots.txt`, `/sitemap.xml` and `/favicon.ico`. */
  readonly siteFile: RequestHandler;
  /** Answers `context.query` and `context.files` of an extension outside this process. */
  readonly servedQuery: RequestHandler;
  readonly development: RequestHandler;
  /** Answers `/openapi.json` and `/docs`. */
  readonly apiDocs: RequestHandler;
}

/** Selects the handler by path and runs it. Never rejects: every thrown error becomes a response. */
export async function dispatch(
  { gateway, handlers }: { readonly gateway: Gateway; readonly handlers: RequestHandlers },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Writes after the client disconnected, or after a time-out's response, need no action.
  response.on('error', (err) => gateway.logger.debug('response failed', { err }));
  try {
    requireShortHead(gateway, request);
    requireOneHost(request);
    requireLocalHost(gateway, request);
    refuseHttp10Chunks(request);
    const sent = request.url;
    takeLocale(request, gateway.config.shop.locales);
    const { path } = parseRequestTarget(request.url);
    if (leadsToPage(gateway, { request, response, path, sent })) return;
    const handler = handlerOf(gateway, handlers, { method: request.method, path });
    const isApi = handler === handlers.graphql || handler === handlers.rest;
    if (answerInLocale(gateway, { request, response, path, isApi })) return;
    if (applyCors(gateway, { request, response, path, isApi })) return;
    // GraphQL and pages write these headers together with their head.
    if (handler !== handlers.graphql && handler !== handlers.page) gateway.edge.securityHeaders.set(request, response);
    await handler(gateway, request, response);
  } catch (error) {
    if (wantsNotFoundPage(gateway, { request, response, error }))
      await answerNotFound(gateway, handlers, { request, response, error });
    else answerFailure(gateway, { request, response, error });
  }
}

function handlerOf(
  gateway: Gateway,
  handlers: RequestHandlers,
  { method, path }: { readonly method: string | undefined; readonly path: string },
): RequestHandler {
  if (path === gateway.config.graphql.path) return handlers.graphql;
  if (path.startsWith(assetsPath)) return handlers.asset;
  if (path === wire.paths.query || path === wire.paths.files) return handlers.servedQuery;
  // Reserved paths, though a route or page with parameters may match them.
  if (path === '/assets' || path.startsWith(`${gateway.config.graphql.path}/`))
    throw new RequestError('NOT_FOUND', 404, `There is no route ${method} ${path}.`);
  if (gateway.development && path.startsWith(developmentPath)) return handlers.development;
  if (ownsApiDocs(gateway, path)) return handlers.apiDocs;
  if (gateway.pages.find(path) === undefined) {
    const isFree = siteFiles.has(path) && gateway.routes.methodsAt(path).length === 0;
    return isFree ? handlers.siteFile : handlers.rest;
  }
  // A page's path may also have routes of other methods: forms that post to their own page.
  const isRoute =
    method !== 'GET' && method !== 'HEAD' && gateway.routes.methodsAt(path).some((each) => each === method);
  return isRoute ? handlers.rest : handlers.page;
}

interface Failure {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly error: unknown;
}

function wantsNotFoundPage(gateway: Gateway, { request, response, error }: Failure): boolean {
  if (!(error instanceof RequestError) || error.status !== 404 || response.headersSent) return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return gateway.pages.groups.has(notFoundPage) && prefersHtml(request.headers.accept);
}

async function answerNotFound(gateway: Gateway, handlers: RequestHandlers, failure: Failure): Promise<void> {
  const { request, response } = failure;
  try {
    resetResponse(gateway, request, response, requestIdOf(request, response));
    await handlers.notFoundPage(gateway, request, response);
  } catch (error) {
    // The page's own refusal, such as an invalid token, would hide the 404. The client gets the first error.
    answerFailure(
      gateway,
      error instanceof RequestError && error.code !== 'CLIENT_GONE' ? failure : { ...failure, error },
    );
  }
}

/** Sends an error response. If that fails too, it destroys the connection, so the client does not wait forever. */
function answerFailure(gateway: Gateway, { request, response, error }: Failure): void {
  try {
    sendError(gateway, request, response, error, requestIdOf(request, response));
  } catch (err) {
    gateway.logger.error('answer failed', { err });
    response.destroy();
  }
}

/**
 * Requires one valid `Host` header. Two of them, or an invalid one, are read differently by different programs,
 * which lets an attacker smuggle requests past a proxy. Throws RequestError BAD_USER_INPUT 400.
 */
function requireOneHost(request: IncomingMessage): void {
  const hosts = countFields(request, 'host');
  const { host = '' } = request.headers;
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0'))
    throw refused(400, 'A request has exactly one Host header.');
  // Empty when the requested URI has no authority.
  if (host !== '' && !isHost(host)) throw refused(400, 'The Host header is not the name of a host.');
}

function refused(status: 400 | 414 | 431, message: string): RequestError {
  return new RequestError('BAD_USER_INPUT', status, message, { connection: 'close' });
}

/** HTTP/1.0 has no chunks: an HTTP/1.0 proxy would take them for the next request (RFC 9112, section 6.1). */
function refuseHttp10Chunks({ headers, httpVersion }: IncomingMessage): void {
  if (httpVersion !== '1.0' || headers['transfer-encoding'] === undefined) return;
  throw refused(400, 'HTTP/1.0 has no Transfer-Encoding.');
}

/** Throws RequestError BAD_USER_INPUT: 414 for a URL that is too long, 431 for too many headers. */
function requireShortHead({ config }: Gateway, request: IncomingMessage): void {
  const { limits } = config.server;
  if ((request.url?.length ?? 0) > limits.url)
    throw refused(414, `The address is longer than ${limits.url} characters.`);
  // Names and values alternate. Node may drop headers beyond its own limit, and a later check may need them.
  if (request.rawHeaders.length > 2 * limits.headers)
    throw refused(431, `The request has more than ${limits.headers} header fields.`);
}

/**
 * Requires a name of this machine as Host in development, where answers show sources. A foreign page reaches a local
 * port by DNS rebinding, and then sends its own name. Throws RequestError FORBIDDEN 403.
 */
function requireLocalHost({ config, development }: Gateway, { headers }: IncomingMessage): void {
  const { host = '' } = headers;
  if (!development || host === '') return;
  const { host: own, allowedHosts } = config.server;
  const name = hostnameOf(host);
  if (name !== undefined && (isSafeFromRebinding(name) || name === own || allowedHosts.includes(name))) return;
  const message = `stoa dev answers local names only. If ${name ?? 'this name'} is yours, add it to "server.allowedHosts" in gateway.yaml.`;
  throw new RequestError('FORBIDDEN', 403, message, { connection: 'close' });
}

/**
 * Whether a name cannot belong to a foreign page: DNS rebinding needs a name that the attacker's DNS server answers.
 * Addresses and names below `localhost` (RFC 6761, section 6.3) are safe.
 */
function isSafeFromRebinding(name: string): boolean {
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}

interface SentRequest extends Omit<PathRequest, 'isApi'> {
  /** The request target, with the locale's prefix. */
  readonly sent: string | undefined;
}

/** A page has one address: `/de/` leads to `/de`. True when it was redirected. */
function leadsToPage(gateway: Gateway, { request, response, path, sent }: SentRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!path.endsWith('/') || !isRead || gateway.pages.find(path.slice(0, -1) || '/') === undefined) return false;
  const target = parseRequestTarget(sent);
  // What begins with two slashes, or with a backslash among them, would name a host.
  if (!/^\/[^/\\].*\/$/.test(target.path)) return false;
  const location = target.path.slice(0, -1) + (target.search && `?${target.search}`);
  redirect(gateway, { request, response }, 308, { location });
  return true;
}

/** Redirects. The answer has what all answers have. */
function redirect(
  { edge }: Gateway,
  { request, response }: Pick<PathRequest, 'request' | 'response'>,
  status: number,
  fields: OutgoingHttpHeaders,
): void {
  edge.securityHeaders.set(request, response);
  requestIdOf(request, response);
  response.writeHead(status, { ...fields, 'content-length': 0 }).end();
}

/** Sets the CORS headers as gateway.yaml configures them. True when the request was a preflight, which it answers. */
function applyCors(gateway: Gateway, { request, response, path, isApi }: PathRequest): boolean {
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

/** Holds the locale that a person has chosen: no statement about the person, and read for `/` alone. */
const cookie = 'stoa_locale';

interface PathRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Whether this request is for GraphQL or a route. */
  readonly isApi: boolean;
}

/**
 * Settles the locale of a request whose address has been read. A program's request is negotiated. A person who follows
 * a link from one locale of the shop to another has chosen it: a cookie keeps the choice, and `/` leads to it. True
 * when the request was redirected.
 */
function answerInLocale(gateway: Gateway, { request, response, path, isApi }: PathRequest): boolean {
  const { config, edge, pages } = gateway;
  const { locales, locale: standard } = config.shop;
  if (locales.length === 1) return false;
  if (isApi && negotiateLocale(request)) addVary(response, 'Accept-Language');
  const locale = localeOf(request) ?? standard;
  if (request.method !== 'GET' || !prefersHtml(request.headers.accept)) return false;
  if (isChosen(request, locales, locale) && pages.find(path) !== undefined) {
    const secure = edge.clientOf(request).protocol === 'https' ? '; Secure' : '';
    response.appendHeader(
      'set-cookie',
      `${cookie}=${locale}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`,
    );
    return false;
  }
  if (path !== '/' || locale !== standard) return false;
  const kept = keptIn(request.headers.cookie ?? '', locales);
  if (kept === undefined || kept === standard) return false;
  const { search } = parseRequestTarget(request.url);
  const location = `/${kept}${search === '' ? '' : `?${search}`}`;
  redirect(gateway, { request, response }, 302, { location, 'cache-control': 'no-store', vary: 'Cookie' });
  return true;
}

/** Whether the browser says that it follows a link from a page of the shop in another locale. */
function isChosen({ headers }: IncomingMessage, locales: readonly string[], locale: string): boolean {
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['sec-fetch-dest'] !== 'document') return false;
  const from = URL.parse(headers.referer ?? '')?.pathname;
  return from !== undefined && (splitPath(locales, from).locale ?? locales[0]) !== locale;
}

function keptIn(header: string, locales: readonly string[]): string | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${cookie}=([^;]*)`).exec(header) ?? [];
  return locales.find((each) => each === value);
}
