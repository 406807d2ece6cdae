import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ClientInfo } from '#base';
import type { Context, Session, Upload } from '#extension-api';
import type { EndpointManifest } from '#extensions';
import { originForm } from '#http';
import type { ClientConnection } from './client-connection.ts';
import { extensionHeaders } from './extension-headers.ts';
import type { RestExchange } from './rest-exchange.ts';
import type { ChainHandler } from './run-chain.ts';

/** The work that follows Express's preparation of a request. */
export interface RequestWork {
  /** Coerced by route.json's schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly handlers: readonly ChainHandler[];
  /** Called when the handlers have finished or failed. */
  readonly leave: (error?: unknown) => void;
}

export interface RequestParts extends Omit<RequestWork, 'params'> {
  readonly connection: ClientConnection;
}

/** Node's constructor asks a socket for the size of its buffer. */
const unconnected = new Socket();

/**
 * The request for an extension: a separate message with the client's original bytes, unread. The gateway has read
 * the client's message. A body parser of an extension would leave `request.body` undefined on it, without an error.
 */
export class ExtensionRequest extends IncomingMessage {
  readonly user: { readonly id: string; readonly permissions: readonly string[] } | undefined;
  readonly session: Session;
  readonly context: Context;
  /** By field: an upload, or a list where route.json has "max". */
  readonly files: Readonly<Record<string, Upload | readonly Upload[]>>;
  /** Coerced. An own property, since Express's getter would parse the query string again. */
  query: Readonly<Record<string, unknown>>;
  /** Express sets this on every request. */
  route: { readonly path: string };
  readonly #client: ClientInfo;
  // No WeakMap: with an old table, young entries whose value leads back to the key outlive each minor collection.
  readonly #work: RequestWork;

  constructor(
    { endpoint, request, params, query, body, files, arriving, authorization, context, session, client }: RestExchange,
    { handlers, leave, connection }: RequestParts,
  ) {
    super(unconnected);
    // Types allow a `net.Socket` only.
    Object.assign(this, { socket: connection, client: connection });
    const { caller } = context;
    this.user = caller.kind === 'user' ? { id: caller.id, permissions: caller.permissions } : undefined;
    this.session = session;
    this.#client = client;
    this.context = context;
    this.files = files === undefined ? noFiles : givenFiles(endpoint, files);
    this.#work = { params: { ...params }, handlers, leave };
    this.query = { ...query };
    // Express would take a whole URL for a mount path.
    this.url = originForm(request.url ?? '/');
    this.route = { path: endpoint.path };

    if (request.method !== undefined) this.method = request.method;
    this.httpVersion = request.httpVersion;
    this.httpVersionMajor = request.httpVersionMajor;
    this.httpVersionMinor = request.httpVersionMinor;
    const { headers, rawHeaders } = extensionHeaders(request, announcedLength(request, { body, arriving }));
    if (authorization !== undefined) {
      headers.authorization = authorization;
      rawHeaders.push('Authorization', authorization);
    }
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    if (arriving !== undefined) {
      this.#follow(arriving, connection);
      return;
    }
    if (body !== undefined) this.push(body);
    this.push(null);
    this.complete = true;
  }

  /** Passes a body on as it arrives, as fast as the handler reads it. */
  #follow(arriving: Readable, connection: ClientConnection): void {
    // An own property, since Express replaces the prototype of the instance.
    Object.assign(this, { _read: () => arriving.resume() });
    const pass = (chunk: Buffer): void => {
      if (!this.push(chunk)) arriving.pause();
    };
    arriving.on('data', pass);
    arriving.pause();
    // What the handler did not read is in the way of the next request on the connection.
    connection.once('close', () => arriving.off('data', pass).resume());
    arriving.on('end', () => {
      this.complete = true;
      this.push(null);
    });
    // A client that leaves closes the response too, which then ends this message.
    arriving.on('error', () => undefined);
  }

  /** The handlers of such a request. Static, since Express replaces the prototype of the instance. */
  static workOf(request: object): RequestWork {
    if (#work in request) return request.#work;
    throw new TypeError('only a request that the gateway made has handlers');
  }

  /** The client of such a request. Static, like `workOf`. */
  static clientOf(request: object): ClientInfo {
    if (#client in request) return request.#client;
    throw new TypeError('only a request that the gateway made knows where it comes from');
  }
}

const noFiles = Object.freeze({});

/** A field that may have several files always has a list. */
function givenFiles({ files: rules }: EndpointManifest, sent: NonNullable<RestExchange['files']>) {
  const given = Object.entries(rules).flatMap(([field, { max }]) => {
    const own = sent[field] ?? [];
    const value = max === undefined ? own[0] : own;
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given);
}

function announcedLength(
  request: IncomingMessage,
  { body, arriving }: Pick<RestExchange, 'body' | 'arriving'>,
): number | undefined {
  // Undefined also for a streamed body of unknown length.
  if (arriving !== undefined) return lengthOf(request);
  const announced = request.headers['content-length'] ?? request.headers['transfer-encoding'];
  return body?.length ?? (announced === undefined ? undefined : 0);
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Defines `ip`, `protocol`, `host` and related getters with the gateway's values. Express has its own rules and
 * settings for them, and accepts any text as an address. They are on the application's prototype, so an unused
 * getter costs nothing.
 */
export function defineClientInfo(prototype: object, clientOf: (request: object) => ClientInfo): void {
  const getters: Readonly<Record<string, (client: ClientInfo) => unknown>> = {
    ip: ({ address }) => (address === '' ? undefined : address),
    ips: () => [],
    protocol: ({ protocol }) => protocol,
    secure: ({ protocol }) => protocol === 'https',
    host: ({ host }) => host,
    hostname: ({ host }) => host?.replace(/:\d*$/, ''),
  };
  for (const [name, read] of Object.entries(getters)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return read(clientOf(this));
      },
    });
  }
}
