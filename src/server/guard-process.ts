import { inspect } from 'node:util';
import { isNativeError } from 'node:util/types';
import type { Logger } from '../base/logger.ts';

/**
 * Keeps the process alive when an error turns up that belongs to no request any more: an extension's timer that throws, a
 * promise that it forgot to await. Node would end the process, and with it every other extension; the requests under way
 * have nothing to do with it. It is logged as an error, because someone must mend it. Gives back what undoes it.
 *
 * Only for a process that serves: while it starts, such an error must end it.
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
  // Not instanceof: a Proxy may throw when it is asked, and an error in here would end the process after all.
  return isNativeError(thrown) ? thrown : new Error(`thrown: ${inspect(thrown, { depth: 0 })}`);
}
