import { setTimeout as delay } from 'node:timers/promises';
import { requestCancel } from './cancel-request.ts';
import type { Connection } from './connection-pool.ts';

/** Runs one statement on a connection that nobody else uses meanwhile. */
export type RunStatement = <Result>(connection: Connection, send: () => Promise<Result>) => Promise<Result>;

interface Statement {
  readonly connection: Connection;
  readonly sent: Promise<unknown>;
  cancelled: Promise<void> | undefined;
}

/**
 * Runs the statements of one request, and cancels on the server what is under way when the signal is aborted; a statement
 * that comes later is refused with the signal's reason. One listener serves them all: it costs more than the rest.
 */
export function cancelStatements(signal: AbortSignal): RunStatement {
  const running = new Set<Statement>();
  let isWatching = false;
  const cancelAll = (): void => {
    for (const statement of running) statement.cancelled = cancel(statement);
  };

  return async (connection, send) => {
    signal.throwIfAborted();
    if (!isWatching) signal.addEventListener('abort', cancelAll, { once: true });
    isWatching = true;
    const sent = send();
    const statement: Statement = { connection, sent, cancelled: undefined };
    running.add(statement);
    try {
      return await sent;
    } finally {
      running.delete(statement);
      // A cancel that is still on its way would meet the connection's next statement.
      if (statement.cancelled !== undefined) await statement.cancelled;
    }
  };
}

const attempts = 5;
const patienceMs = 100;

// A request that overtakes its statement finds an idle connection and does nothing, so it is made again.
async function cancel({ connection, sent }: Statement): Promise<void> {
  const ended = sent.then(
    () => true,
    () => true,
  );
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await requestCancel(connection.client);
      if (await Promise.race([ended, delay(patienceMs, false)])) return;
    }
  } catch {
    // The connection is given up instead.
  }
  connection.broken = true;
  connection.client.end().catch(() => undefined);
}
