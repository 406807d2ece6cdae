import { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import type { ClientInfo } from '../base/client-info.ts';
import { originForm } from '../base/origin-form.ts';
import type { Context, Session } from '../extension-api.ts';
import { extensionHeaders, showHeaders } from './extension-headers.ts';
import type { RestExchange } from './rest-exchange.ts';
import type { ChainRequest } from './run-chain.ts';
import { showClient } from './show-client.ts';

/**
 * The request that an extension gets: a message of its own with the client's original bytes, unread. The client's message
 * has been read by the gateway, and handing that on would leave `request.body` undefined without any error.
 */
export class ExtensionRequest extends IncomingMessage implements ChainRequest {
  readonly user: { readonly id: string; readonly permissions: readonly string[] } | undefined;
  readonly session: Session;
  readonly context: Context;
  /** Coerced; own properties, since Express's getter would parse the query string anew. */
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** What Express gives every request. */
  baseUrl = '';
  originalUrl: string;
  route: { readonly path: string };
  res: unknown;
  next: ((error?: unknown) => void) | undefined;
  readonly #client: ClientInfo;

  constructor({ endpoint, request, response, params, query, body, context, session, client }: RestExchange) {
    super(request.socket);
    const { caller } = context;
    this.user = caller.kind === 'user' ? { id: caller.id, permissions: caller.permissions } : undefined;
    this.session = session;
    this.#client = client;
    this.context = context;
    this.params = { ...params };
    this.query = { ...query };
    // Express would take a whole URL for a mount path.
    this.url = originForm(request.url ?? '/');
    this.originalUrl = this.url;
    this.route = { path: endpoint.path };
    this.res = response;

    if (request.method !== undefined) this.method = request.method;
    this.httpVersion = request.httpVersion;
    this.httpVersionMajor = request.httpVersionMajor;
    this.httpVersionMinor = request.httpVersionMinor;
    const { headers, rawHeaders } = extensionHeaders(request, announcedLength(request, body));
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    if (body !== undefined) this.push(body);
    this.push(null);
    this.complete = true;
  }

  /** Where a request of this class comes from. Static, since its prototype is Express's and not this class's. */
  static clientOf(request: object): ClientInfo {
    if (#client in request) return request.#client;
    throw new TypeError('only a request that the gateway made knows where it comes from');
  }
}

/** Makes the requests of an application: with the methods that Express gives its own. */
export function requestsOf(app: Express): (exchange: RestExchange) => ExtensionRequest {
  // A class for each application, since its prototype is the application's: changing that of each request is expensive.
  class AppRequest extends ExtensionRequest {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  showClient(AppRequest.prototype, ExtensionRequest.clientOf);
  showHeaders(AppRequest.prototype);
  return (exchange) => new AppRequest(exchange);
}

function announcedLength(request: IncomingMessage, body: Buffer | undefined): number | undefined {
  const announced = request.headers['content-length'] ?? request.headers['transfer-encoding'];
  return body?.length ?? (announced === undefined ? undefined : 0);
}
