import type { IncomingMessage, ServerResponse } from 'node:http';
import { asError, type Logger } from '#base';
import type { RestExchange } from './rest-exchange.ts';

/**
 * Runs an exchange until its response is sent or the client has disconnected. Rejects with the error of a chain that
 * ended before. A chain that ends without a response and without an error is a failure too, since the client would
 * wait forever.
 */
export function waitForResponse(
  exchange: RestExchange,
  logger: Logger,
  run: (leave: (error?: unknown) => void) => IncomingMessage,
): Promise<void> {
  const { response } = exchange;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const answered = (): void => {
      isAnswered = true;
      resolve();
    };
    let request: IncomingMessage | undefined;
    // 'close' follows the last byte, or the client's disconnect.
    response.on('close', () => {
      answered();
      if (request !== undefined) endRequest(request, response);
    });
    if (response.destroyed) answered();

    request = run((error) => {
      if (error === undefined || error === null) {
        if (!response.headersSent && !isAnswered) reject(unanswered(exchange));
      } else if (isAnswered || response.writableEnded) {
        logLate(exchange, logger, error);
      } else {
        reject(error);
      }
    });
  });
}

// Node does the same with the client's request: code that waits for 'close' or 'aborted' stops its timer or stream.
function endRequest(request: IncomingMessage, response: ServerResponse): void {
  if (request.closed) return;
  if (!response.writableFinished) request.destroy();
  else if (request.readableFlowing === null && request.listenerCount('close') > 0) request.resume();
}

function unanswered({ endpoint }: RestExchange): Error {
  const file = endpoint.handlers.at(-1)?.file;
  return new Error(`the handlers of ${endpoint.routeId} ended without an answer: the last one, ${file}, called next()`);
}

// The response is sent, so only the log can report this error. When the signal was aborted, a failure is expected.
function logLate({ endpoint, context }: RestExchange, logger: Logger, error: unknown): void {
  const fields = {
    requestId: context.request.id,
    extension: endpoint.extension,
    route: endpoint.routeId,
    err: asError(error),
  };
  if (context.signal.aborted) logger.debug('handler stopped', fields);
  else logger.error('handler failed after its answer', fields);
}
