import { setTimeout as delay } from 'node:timers/promises';
import type { BackendCanceller } from './backend-canceller.ts';
import type { Connection } from './connection-pool.ts';

/** A statement that is under way. */
export interface RunningStatement<Result> {
  readonly sent: Promise<Result>;
  /** Has it end soon. Resolves when no cancel of this call is on its way any longer. */
  cancel(): Promise<void>;
}

/** Runs one statement, and gives it up with its request. */
export type RunStatement = <Result>(start: () => RunningStatement<Result>) => Promise<Result>;

/** For statements of no request. */
export const toItsEnd: RunStatement = (start) => start().sent;

/**
 * Runs the statements of one request, and cancels what is under way when the signal is aborted. A later statement
 * is refused with the signal's reason. One listener serves them all: it costs more than the rest.
 */
export function cancelStatements(signal: AbortSignal): RunStatement {
  const running = new Map<RunningStatement<unknown>, Promise<void> | undefined>();
  let isWatching = false;
  const cancelAll = (): void => {
    for (const statement of running.keys()) running.set(statement, statement.cancel());
  };

  return async (start) => {
    signal.throwIfAborted();
    if (!isWatching) signal.addEventListener('abort', cancelAll, { once: true });
    isWatching = true;
    const statement = start();
    running.set(statement, undefined);
    try {
      return await statement.sent;
    } finally {
      const cancelled = running.get(statement);
      running.delete(statement);
      // A cancel that is still on its way would meet the connection's next statement.
      if (cancelled !== undefined) await cancelled;
    }
  };
}

const attempts = 5;
const patienceMs = 100;

/**
 * Cancels on the server what a connection runs that is lent alone. A request that overtakes its statement finds an idle
 * process and does nothing, so it is made again. When PostgreSQL cannot be asked, the connection is closed.
 */
export async function cancelOnServer(
  connection: Connection,
  { sent, canceller }: { readonly sent: Promise<unknown>; readonly canceller: BackendCanceller },
): Promise<void> {
  const ended = sent.then(
    () => true,
    () => true,
  );
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await canceller.cancel(connection);
      if (await Promise.race([ended, delay(patienceMs, false)])) return;
    }
  } catch {
    // The connection is given up instead.
  }
  connection.broken = true;
  connection.destroy();
}
