import cluster from 'node:cluster';
import type { Logger } from '#base';
import { guardProcess, type StopOptions } from '#server';
import { guardExits, startWatchdog } from '#watchdog';
import type { PrimaryCalls, StartOrder, WorkerCalls } from './calls.ts';
import { Channel } from './channel.ts';
import { askPrimary } from './primary-counter.ts';
import { numberVariable, portOf } from './worker-process.ts';
import { WorkerShop } from './worker-shop.ts';

/** Whether this process is a worker of another one. */
export function isWorker(): boolean {
  return cluster.isWorker && process.env[numberVariable] !== undefined;
}

export interface RunWorkerOptions {
  readonly logger: Logger;
  /** False for a logger that writes nothing. */
  readonly logs: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The life of a worker. It does what its primary orders, and ends with it: Node ends a worker whose primary is gone.
 * Resolves when the worker was asked to stop and has closed everything.
 */
export async function runWorker({ logger: plain, logs, environment }: RunWorkerOptions): Promise<void> {
  const { worker } = cluster;
  if (worker === undefined) throw new Error('this process is no worker');
  const number = Number(environment[numberVariable]);
  const logger = plain.child({ worker: number });
  guardExits({ logger });
  const stopped = Promise.withResolvers<void>();
  let patience: Required<StopOptions> = { readinessDelayMs: 0, drainMs: 0, idleGraceMs: 0 };
  let shop: WorkerShop | undefined;
  const open = (): WorkerShop => {
    if (shop === undefined) throw new Error('the worker has not started');
    return shop;
  };
  const stop = async (options: StopOptions): Promise<void> => {
    await shop?.stop(options);
    stopped.resolve();
  };
  const own: WorkerCalls = {
    async start(order: StartOrder) {
      shop = await WorkerShop.build(order, { number, logger, environment, counters: askPrimary(primary) });
      patience = order.patience;
      guardProcess(logger);
      const exitMs = () => open().exitMs;
      startWatchdog({
        logger,
        logs,
        worker: number,
        exitMs,
        onBlocked: () => listens(false),
        onFree: () => listens(true),
      });
      return shop.warnings;
    },
    open: () => open().open(),
    prepare: (order, isFirst) => open().prepare(order, isFirst),
    commit: () => open().commit(),
    discard: () => open().discard(),
    ping: async () => undefined,
    metrics: () => open().metrics(),
    overview: () => open().report.overview(),
    map: () => open().report.map(),
    errors: () => open().report.errors(),
    slowest: () => open().report.slowest(),
    mails: () => open().report.mails(),
    stop,
  };
  const primary = new Channel<PrimaryCalls>(portOf(worker), own);

  // A terminal sends Ctrl-C to all processes, and so may a supervisor. The primary gives the order too.
  const onSignal = (): void => void stop(patience);
  const listens = (does: boolean): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process[does ? 'on' : 'off'](signal, onSignal);
  };
  listens(true);
  process.on('SIGHUP', () => undefined);
  // The primary gives this worker no more connections. When the primary is gone, Node ends the worker itself.
  process.on('disconnect', () => void stop(patience));
  await primary.ask('ready');
  await stopped.promise;
}
