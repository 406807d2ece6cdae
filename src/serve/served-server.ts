import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { wire } from '#placement';
import { removeFields } from './answer-rest.ts';

const options = {
  maxHeaderSize: wire.maxHeaderBytes,
  requireHostHeader: false,
  // The gateway has limits of its own for its clients, and an upload may take long.
  requestTimeout: 0,
};

/** A server for a served extension, for a port or a socket. */
export function createServedServer(listener: RequestListener, tls?: Certificate): Server {
  const lasting = {
    ...options,
    ServerResponse: ServedResponse,
    // Longer than the gateway keeps an idle connection: it then never sends on one that is being closed.
    keepAliveTimeout: 75_000,
  };
  return tls === undefined ? createServer(lasting, listener) : createSecureServer({ ...lasting, ...tls }, listener);
}

/** A server for connections that the gateway hands over. Only the gateway closes them. */
export function createHandedServer(listener: RequestListener): Server {
  return createServer({ ...options, ServerResponse: HandedResponse, keepAliveTimeout: 0 }, listener);
}

/** PEM. */
interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The response to a gateway. A handler that destroys it means its client, not the gateway's connection. */
class ServedResponse extends ServerResponse {
  override destroy(error?: Error): this {
    if (this.headersSent || this.socket === null || this.socket.destroyed) return super.destroy(error);
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

/** Without the header fields that the gateway has no use for. */
class HandedResponse extends ServedResponse {
  constructor(request: IncomingMessage) {
    super(request);
    this.sendDate = false;
    this.removeHeader('connection');
  }
}
