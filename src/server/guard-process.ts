import { inspect } from 'node:util';
import { isNativeError } from 'node:util/types';
import type { Logger } from '#base';

/**
 * Keeps the process alive after an error outside any request: an extension's timer that throws, or a promise that it
 * does not await. Node would end the process, with all other extensions and requests. The gateway logs it as an
 * error, since the extension must be mended. The result removes the guard.
 *
 * Only for a serving process: during the start, such an error must end it.
 */
export function guardProcess(logger: Logger): Disposable {
  const onException = (err: unknown): void => logger.error('uncaught exception', { err: asError(err) });
  const onRejection = (err: unknown): void => logger.error('unhandled rejection', { err: asError(err) });
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
