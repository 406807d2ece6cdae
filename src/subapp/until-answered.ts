import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { Logger } from '../base/logger.ts';
import type { RestExchange } from './rest-exchange.ts';

/**
 * Runs an exchange until its answer has been sent or the client has left. Rejects with what the chain was left with, if it
 * was left before that; leaving without an answer is a failure of the last handler, which must not become a hang.
 */
export function untilAnswered(
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
    // It comes right after the last byte has been handed on, and when the client leaves.
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

// As Node does with the client's own request: whoever waits for 'close' or 'aborted' to stop a timer or a stream gets it.
function endRequest(request: IncomingMessage, response: ServerResponse): void {
  if (request.closed) return;
  if (!response.writableFinished) request.destroy();
  else if (request.readableFlowing === null && request.listenerCount('close') > 0) request.resume();
}

function unanswered({ endpoint }: RestExchange): Error {
  const file = endpoint.handlers.at(-1)?.file;
  return new Error(`the handlers of ${endpoint.routeId} ended without an answer: the last one, ${file}, called next()`);
}

// Its answer is out, so that nobody waits for this error any longer; only the log can still show it. Work that fails because
// it was told to stop does what it should.
function logLate({ endpoint, context }: RestExchange, logger: Logger, error: unknown): void {
  const err = error instanceof Error ? error : new Error(`thrown: ${inspect(error, { depth: 0 })}`);
  const fields = { requestId: context.request.id, extension: endpoint.extension, route: endpoint.routeId, err };
  if (context.signal.aborted) logger.debug('handler stopped', fields);
  else logger.error('handler failed after its answer', fields);
}
