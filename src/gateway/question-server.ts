import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ExtensionId, errorMessage, RequestError } from '#base';
import type { CurrentGateway } from './current-gateway.ts';
import { handleServedQuery, trustConnection } from './served-query.ts';

/**
 * Answers `context.query` of extensions in processes of their own. It listens nowhere: its connections are socket
 * pairs, whose other ends the gateway has handed to the processes.
 */
export class QuestionServer {
  readonly #server = createServer(
    // The process keeps its connections until it ends. It is the gateway's own child, so time limits add nothing.
    { keepAliveTimeout: 0, requestTimeout: 0, requireHostHeader: false },
    (request, response) => void this.#answer(request, response),
  );
  #current: CurrentGateway | undefined;

  /** Answers by the gateway that serves. Before the first call, an answer is 503. */
  serve(current: CurrentGateway): void {
    this.#current = current;
  }

  /** Answers what the extension at the other end of the connection asks. */
  accept(socket: Socket, extension: ExtensionId): void {
    trustConnection(socket, extension);
    this.#server.emit('connection', socket);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const lease = this.#current?.lease();
    try {
      if (lease === undefined) throw new RequestError('UNAVAILABLE', 503, 'The gateway is starting.');
      await handleServedQuery(lease.gateway, request, response);
    } catch (error) {
      const status = error instanceof RequestError ? error.status : 500;
      if (status === 500) lease?.gateway.logger.error('question failed', { err: error });
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(status === 500 ? 'The gateway failed.\n' : `${errorMessage(error)}\n`);
    } finally {
      lease?.release();
    }
  }
}
