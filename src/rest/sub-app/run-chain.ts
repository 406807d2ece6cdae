import { isPromise } from '../../base/is-promise.ts';
import type { HandlerFunction } from './check-handlers.ts';

/** A handler with what the chain must know to call it. */
export interface ChainHandler {
  readonly run: HandlerFunction;
  /** Express recognises error handlers by their four parameters. */
  readonly handlesErrors: boolean;
  /** Converts a thrown value that is not an Error. */
  readonly failure: (thrown: unknown) => Error;
}

/**
 * Runs handlers in order, like one Express route: `next()` continues, `next(error)` goes to the next error handler,
 * `next('route')` and `next('router')` leave the chain. Every thrown or rejected value is an error. Express differs:
 * it takes a thrown `undefined` for "continue" and a thrown "route" for "leave", so a guard that throws them lets
 * the request pass.
 *
 * The chain calls `leave` without an error at its end.
 */
export function runChain(
  handlers: readonly ChainHandler[],
  { request, response }: { readonly request: ChainRequest; readonly response: object },
  leave: (error?: unknown) => void,
): void {
  let index = 0;
  const next = (error?: unknown): void => {
    if (error === 'route' || error === 'router') {
      leave();
      return;
    }
    const failed = Boolean(error);
    let handler = handlers[index++];
    while (handler !== undefined && handler.handlesErrors !== failed) handler = handlers[index++];
    if (handler === undefined) {
      leave(failed ? error : undefined);
      return;
    }
    const { run, failure } = handler;
    try {
      const outcome = failed ? run(error, request, response, next) : run(request, response, next);
      if (isPromise(outcome)) {
        Promise.resolve(outcome).catch((thrown: unknown) => next(thrown instanceof Error ? thrown : failure(thrown)));
      }
    } catch (thrown) {
      next(thrown instanceof Error ? thrown : failure(thrown));
    }
  };
  // Express sets this too, for code that gets only the request.
  request.next = next;
  next();
}

/** A request with Express's `next`. */
export interface ChainRequest {
  next?: ((error?: unknown) => void) | undefined;
}
