import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { wire } from '../wire/messages.ts';
import { removeFields } from './answer-rest.ts';

const options = { maxHeaderSize: wire.maxHeaderBytes, requireHostHeader: false };

export interface ServedServerOptions {
  /** For slow clients, under the names of node:http. */
  readonly timeouts?: Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;
  /** PEM. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
}

/** A server for a served extension, for a port or a socket. */
export function createServedServer({ timeouts, tls }: ServedServerOptions = {}): Server {
  const lasting = {
    ...options,
    ...timeouts,
    ServerResponse: ServedResponse,
    // Longer than the gateway keeps an idle connection: it then never sends on one that is being closed.
    keepAliveTimeout: 75_000,
  };
  return tls === undefined ? createServer(lasting) : createSecureServer({ ...lasting, ...tls });
}

/** A server for connections that the gateway hands over. Only the gateway closes them. */
export function createHandedServer(listener: RequestListener): Server {
  // The gateway has limits of its own for its clients, and an upload may take long.
  const trusting = { ...options, requestTimeout: 0, keepAliveTimeout: 0, ServerResponse: HandedResponse };
  return createServer(trusting).on('request', listener);
}

/** Whether a request may be the gateway's. Its signature is not yet checked. */
export function isSigned({ headers }: IncomingMessage): boolean {
  return headers[wire.fields.signature] !== undefined;
}

/** The response to a gateway. A handler that destroys it means its client, not the gateway's connection. */
class GatewayResponse extends ServerResponse {
  protected isForClient = false;

  override destroy(error?: Error): this {
    if (this.isForClient || this.headersSent || this.socket === null || this.socket.destroyed)
      return super.destroy(error);
    removeFields(this);
    const text = JSON.stringify({
      code: wire.destroyedAnswer,
      message: 'the handler destroyed its answer',
      connectionFailure: false,
    });
    this.strictContentLength = false;
    this.writeHead(500, { 'content-type': wire.types.error, 'content-length': Buffer.byteLength(text) });
    this.end(text);
    return this;
  }
}

/** The response to a gateway, or to a client. */
class ServedResponse extends GatewayResponse {
  constructor(request: IncomingMessage) {
    super(request);
    this.isForClient = !isSigned(request);
  }
}

/** Without the header fields that the gateway has no use for. */
class HandedResponse extends GatewayResponse {
  constructor(request: IncomingMessage) {
    super(request);
    this.sendDate = false;
    this.removeHeader('connection');
  }
}
