import { RequestError } from '../../base/request-error.ts';
import type { Trial } from '../../placement/breaker.ts';
import type { ExtensionCalls } from '../../placement/extension-calls.ts';
import type { RequestScope } from '../http/request-scope.ts';

interface HandlerFailure {
  readonly error: unknown;
  readonly trial: Trial | undefined;
}

/** Tells an extension's calls how a handler's chain has failed: one whose request's time was over is one that took too long. */
export function handlerFailed(
  calls: ExtensionCalls,
  scope: Pick<RequestScope, 'aborted' | 'signal'>,
  { error, trial }: HandlerFailure,
): void {
  if (!scope.aborted || error !== scope.signal.reason) calls.threw(error);
  else if (error instanceof RequestError && error.code === 'TIMEOUT') calls.timedOut();
  // The client has left, and so nobody will know whether the extension is well: another one is to find out.
  else trial?.failed();
}
