import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseServer } from '../database/database-server.ts';
import type { CurrentGateway } from '../gateway/current-gateway.ts';
import type { Generations } from './generations.ts';
import type { Operations } from './operate.ts';
import type { RunningServer } from './start-server.ts';
import type { StopPatience } from './stop.ts';

/** How long a gateway that stops waits, in milliseconds. */
export interface StopOptions extends Pick<StopPatience, 'drainMs'> {
  readonly idleGraceMs?: StopPatience['idleGraceMs'];
  /** Between not being ready and closing the port. */
  readonly readinessDelayMs?: number;
}

export interface StopParts {
  readonly server: RunningServer;
  readonly generations: Generations;
  readonly current: CurrentGateway;
  readonly database: DatabaseServer;
  readonly operations: Operations;
}

/** Work that holds a database connection has been cut off by then, and told so. */
const databaseGraceMs = 1_000;

/** Closes once, in order; called again with less patience, it cuts the requests off for which the first call still waits. */
export function createStop({
  server,
  generations,
  current,
  database,
  operations,
}: StopParts): (options: StopOptions) => Promise<void> {
  let closing: Promise<void> | undefined;
  const hurried = Promise.withResolvers<void>();

  const close = async ({ readinessDelayMs = 0, ...patience }: StopOptions): Promise<void> => {
    // 1. Not ready: whoever distributes requests sends them elsewhere, before the port is closed.
    operations.health.stop();
    if (readinessDelayMs > 0) await Promise.race([wait(readinessDelayMs), hurried.promise]);

    // 2. Drain: take no new connections, answer what has come.
    await Promise.all([server.close(patience), generations.close()]);

    // 3. Close what the requests needed, and last of all the port that tells of it.
    await current.dispose();
    await database.close({ graceMs: databaseGraceMs });
    await operations.admin?.close();
  };

  return (options) => {
    if (closing !== undefined && options.drainMs === 0) {
      hurried.resolve();
      void server.close(options);
    }
    closing ??= close(options);
    return closing;
  };
}
