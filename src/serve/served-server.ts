import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { destroyedAnswer, errorType, maxHeaderBytes } from '#placement';
import { removeFields } from './answer-rest.ts';

/** A server for a served extension, for a port, a socket, or connections that it is handed. */
export function createServedServer(listener: RequestListener, tls?: Certificate): Server {
  const options = {
    ServerResponse: ServedResponse,
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    // The gateway has limits of its own for its clients, and an upload may take long.
    requestTimeout: 0,
    // Longer than the gateway keeps an idle connection: it then never sends on one that is being closed.
    keepAliveTimeout: 75_000,
  };
  return tls === undefined ? createServer(options, listener) : createSecureServer({ ...options, ...tls }, listener);
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
      code: destroyedAnswer,
      message: 'the handler destroyed its answer',
      connectionFailure: false,
    });
    this.strictContentLength = false;
    this.writeHead(500, { 'content-type': errorType, 'content-length': Buffer.byteLength(text) });
    this.end(text);
    return this;
  }
}
