import { inspect } from 'node:util';
import { isNativeError } from 'node:util/types';
import type { Logger } from '#base';
import { extensionOfError } from '#watchdog';

/**
 * Keeps the process alive after an error outside any request: an extension's timer that throws, or a promise that it
 * does not await. Node would end the process, with all other extensions and requests. The gateway logs it as an
 * error with the extension's name, since the extension has the bug. The result removes the guard.
 *
 * Only for a serving process: during the start, such an error must end it.
 */
export function guardProcess(logger: Logger): Disposable {
  const log = (event: string, thrown: unknown): void => {
    const extension = extensionOfError(thrown);
    logger.error(event, { ...(extension === undefined ? {} : { extension }), err: asError(thrown) });
  };
  const onException = (err: unknown): void => log('uncaught exception', err);
  const onRejection = (err: unknown): void => log('unhandled rejection', err);
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return {
    [Symbol.dispose]: () => {
      process.off('uncaughtException', onException);
      process.off('unhandledRejection', onRejection);
    },
  };
}

function asError(thrown: unknown): Error {
  // Not instanceof: with a Proxy it may throw, and an error in here would end the process.
  return isNativeError(thrown) ? thrown : new Error(`thrown: ${inspect(thrown, { depth: 0 })}`);
}
