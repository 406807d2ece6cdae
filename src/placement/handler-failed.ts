import { RequestError } from '../base/request-error.ts';
import type { RequestScope } from '../http/request-scope.ts';
import type { Trial } from './breaker.ts';
import type { ExtensionCalls } from './extension-calls.ts';

interface HandlerFailure {
  readonly error: unknown;
  readonly trial: Trial | undefined;
}

/** Reports to the extension's circuit breaker how a handler failed: by an error, or by the request's time-out. */
export function handlerFailed(
  calls: ExtensionCalls,
  scope: Pick<RequestScope, 'aborted' | 'signal'>,
  { error, trial }: HandlerFailure,
): void {
  if (!scope.aborted || error !== scope.signal.reason) calls.threw(error);
  else if (error instanceof RequestError && error.code === 'TIMEOUT') calls.timedOut();
  // The client disconnected, so the outcome is unknown. Another request must be the trial.
  else trial?.failed();
}
