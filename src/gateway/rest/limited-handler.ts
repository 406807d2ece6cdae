import { RequestError } from '../../base/request-error.ts';
import type { Trial } from '../../placement/breaker.ts';
import type { ExtensionCalls } from '../../placement/extension-calls.ts';
import type { RequestScope } from '../gateway.ts';

/**
 * Runs a handler's chain, unless its extension has a rest: then throws RequestError EXTENSION_UNAVAILABLE 503. How it went is
 * told to the extension's calls: a chain whose request's time was over is one that took too long.
 */
export async function limitedHandler(
  calls: ExtensionCalls,
  scope: Pick<RequestScope, 'aborted' | 'signal'>,
  handle: () => Promise<void>,
): Promise<void> {
  const trial = calls.admit();
  try {
    await handle();
    calls.succeeded();
  } catch (error) {
    if (!scope.aborted || error !== scope.signal.reason) calls.threw(error);
    else gaveUp(calls, error, trial);
    throw error;
  }
}

function gaveUp(calls: ExtensionCalls, reason: unknown, trial: Trial | undefined): void {
  if (reason instanceof RequestError && reason.code === 'TIMEOUT') calls.timedOut();
  // The client has left, and so nobody will know whether the extension is well: another one is to find out.
  else trial?.failed();
}
