import { isPromise } from '../base/is-promise.ts';
import type { HandlerFunction } from './check-handlers.ts';

/** A handler of a chain, with what is to be known before it is called. */
export interface ChainHandler {
  readonly run: HandlerFunction;
  /** Express tells error handlers by their four parameters. */
  readonly handlesErrors: boolean;
  /** What a throw of something that is no Error is made into. */
  readonly failure: (thrown: unknown) => Error;
}

/**
 * Runs handlers in their order, as one Express route does: `next()` goes on, `next(error)` to the next error handler, and
 * `next('route')` or `next('router')` leaves. What is thrown or rejected is an error whatever it is: Express takes a thrown
 * `undefined` for "go on" and a thrown "route" for "leave", so that a guard which throws one would let the request through.
 *
 * `leave` is called without an error when the chain has come to its end.
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
  // Where Express keeps it, for what is handed the request alone.
  request.next = next;
  next();
}

/** A request that knows how to go on. */
export interface ChainRequest {
  next?: ((error?: unknown) => void) | undefined;
}
