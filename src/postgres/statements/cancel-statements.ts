import { setTimeout as delay } from 'node:timers/promises';
import type { BackendCanceller } from '../pool/backend-canceller.ts';
import type { Connection } from '../pool/connection-pool.ts';

export interface RunningStatement<Result> {
  readonly sent: Promise<Result>;
  /** Requests an early end. Resolves when no cancel request of this call is pending. */
  cancel(): Promise<void>;
}

/** Runs one statement, and cancels it when its request is aborted. */
export type RunStatement = <Result>(start: () => RunningStatement<Result>) => Promise<Result>;

/** For statements outside any request. */
export const withoutCancellation: RunStatement = (start) => start().sent;

/**
 * Runs the statements of one request, and cancels running ones when the signal is aborted. It refuses later ones
 * with the signal's reason. All share one listener, since adding a listener costs more than all the rest.
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
      // A pending cancel request could hit the next statement of the connection.
      if (cancelled !== undefined) await cancelled;
    }
  };
}

const attempts = 5;
const patienceMs = 100;

/**
 * Cancels the statement of a connection that is lent exclusively. PostgreSQL ignores a cancel request that arrives
 * before its statement, so the request is repeated. When PostgreSQL cannot be reached, the connection is closed.
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
    // The connection is closed instead.
  }
  connection.broken = true;
  connection.destroy();
}
