import { IncomingMessage } from 'node:http';
import type { ClientInfo } from '../base/client-info.ts';
import { originForm } from '../base/origin-form.ts';
import type { Context, Session } from '../extension-api.ts';
import { extensionHeaders } from './extension-headers.ts';
import type { RestExchange } from './rest-exchange.ts';
import type { ChainRequest } from './run-chain.ts';

/**
 * The request for an extension: a separate message with the client's original bytes, unread. The gateway has read
 * the client's message. A body parser of an extension would leave `request.body` undefined on it, without an error.
 */
export class ExtensionRequest extends IncomingMessage implements ChainRequest {
  readonly user: { readonly id: string; readonly permissions: readonly string[] } | undefined;
  readonly session: Session;
  readonly context: Context;
  /** Coerced by route.json's schemas. */
  params: Readonly<Record<string, unknown>>;
  /** Coerced. An own property, since Express's getter would parse the query string again. */
  query: Readonly<Record<string, unknown>>;
  /** Express sets this on every request. */
  route: { readonly path: string };
  next: ((error?: unknown) => void) | undefined;
  readonly #client: ClientInfo;

  constructor({ endpoint, request, params, query, body, context, session, client }: RestExchange) {
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
    this.route = { path: endpoint.path };

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

  /** The client of such a request. Static, since Express replaces the prototype of the instance. */
  static clientOf(request: object): ClientInfo {
    if (#client in request) return request.#client;
    throw new TypeError('only a request that the gateway made knows where it comes from');
  }
}

function announcedLength(request: IncomingMessage, body: Buffer | undefined): number | undefined {
  const announced = request.headers['content-length'] ?? request.headers['transfer-encoding'];
  return body?.length ?? (announced === undefined ? undefined : 0);
}
