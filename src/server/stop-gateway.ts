import { setTimeout as wait } from 'node:timers/promises';
import type { AdminServices } from '#admin';
import type { CurrentGateway } from '#gateway';
import type { DatabaseServer } from '#postgres';
import type { StopTimeouts } from './connections/drain-connections.ts';
import type { Generations } from './generations/generations.ts';
import type { ShopQueue } from './generations/shop-queue.ts';
import type { RunningServer } from './start-server.ts';

/** How long a stopping gateway waits, in milliseconds. */
export interface StopOptions extends Pick<StopTimeouts, 'drainMs'> {
  readonly idleGraceMs?: StopTimeouts['idleGraceMs'];
  /** The time between "not ready" and closing the port. */
  readonly readinessDelayMs?: number;
}

export interface StopParts {
  readonly server: RunningServer;
  readonly generations: Pick<Generations, 'close'>;
  readonly queue?: ShopQueue | undefined;
  readonly current: CurrentGateway;
  readonly database: DatabaseServer;
  readonly operations: Pick<AdminServices, 'health' | 'admin'>;
}

/** How long statements may run after the requests have ended or were aborted. */
const databaseGraceMs = 1_000;

/** Returns a function that closes all parts once, in order. A second call with `drainMs` 0 aborts the last requests. */
export function createStop({
  server,
  generations,
  queue,
  current,
  database,
  operations,
}: StopParts): (options: StopOptions) => Promise<void> {
  let closing: Promise<void> | undefined;
  const hurried = Promise.withResolvers<void>();

  const close = async ({ readinessDelayMs = 0, ...patience }: StopOptions): Promise<void> => {
    // 1. Report "not ready", so that load balancers stop sending requests before the port closes.
    operations.health.stop();
    if (readinessDelayMs > 0) await Promise.race([wait(readinessDelayMs), hurried.promise]);

    // 2. Drain: accept no new connections, and finish the requests in flight.
    const graceMs = patience.drainMs;
    await Promise.all([server.close(patience), generations.close(), queue?.close({ graceMs })]);

    // 3. Close what the requests needed. The admin port comes last, since it reports the state.
    await current.dispose();
    await database.close({ graceMs: databaseGraceMs });
    await operations.admin?.close();
  };

  return (options) => {
    if (closing !== undefined && options.drainMs === 0) {
      hurried.resolve();
      void server.close(options);
      void queue?.close({ graceMs: 0 });
    }
    closing ??= close(options);
    return closing;
  };
}
