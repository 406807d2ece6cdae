import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { errorMessage, type Logger } from '#base';
import type { PoolBeats } from './pool-beats.ts';
import { queueSchema } from './queue-schema.ts';

/** Each of the concurrent takers looks for due tasks this often: 0.8 statements a second together. */
const pollMsEach = 1_250;

const retryMs = { first: 500, last: 10_000 };

export interface TaskRunnerOptions {
  readonly pool: Pool;
  readonly beats: PoolBeats;
  readonly logger: Logger;
  /** How many tasks run at the same time. */
  readonly concurrency: number;
}

/**
 * Takes tasks from the queue and runs them. What a runner takes is fixed when it starts, so another list starts another
 * runner, while the earlier one ends its tasks. A runner that ends by an error is started again.
 */
export class TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #closing = new AbortController();
  #current: AbortController | undefined;
  #tasks: TaskList = {};
  readonly #open = new Set<Promise<void>>();

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
    options.beats.whenLost(() => {
      options.logger.warn('queue in trouble', { reason: 'tasks were lost with a connection; they are taken again' });
      this.#restart();
    });
  }

  /** From here on, this process takes these tasks and no other. Tasks of one name are equal. */
  take(tasks: TaskList): void {
    const isSame = isDeepStrictEqual(Object.keys(tasks), Object.keys(this.#tasks));
    this.#tasks = tasks;
    // graphile-worker keeps some of each runner's memory, so a reload starts another only when it must.
    if (!isSame) this.#restart();
  }

  #restart(): void {
    this.#current?.abort();
    const ending = new AbortController();
    this.#current = ending;
    if (Object.keys(this.#tasks).length === 0 || this.#closing.signal.aborted) return;
    const open = this.#keepRunning(this.#tasks, AbortSignal.any([ending.signal, this.#closing.signal]));
    this.#open.add(open);
    void open.finally(() => this.#open.delete(open));
  }

  /** Takes no more tasks. Resolves when those under way have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#open);
  }

  /** Never rejects. */
  async #keepRunning(tasks: TaskList, signal: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    let delay = retryMs.first;
    while (!signal.aborted) {
      try {
        const runner = await this.#start(tasks);
        delay = retryMs.first;
        await Promise.race([runner.promise, signal.aborted || once(signal, 'abort')]);
        if (signal.aborted) return await runner.stop();
        await runner.promise;
      } catch (error) {
        if (signal.aborted) return;
        logger.warn('queue away', { reason: errorMessage(error) });
      }
      await wait(delay, undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, retryMs.last);
    }
  }

  async #start(taskList: TaskList): Promise<Runner> {
    const { Logger, run } = await import('graphile-worker');
    const { pool, logger, concurrency, beats } = this.#options;
    beats.leave();
    return await run({
      pgPool: pool,
      schema: queueSchema,
      taskList,
      concurrency,
      pollInterval: pollMsEach * concurrency,
      parsedCronItems: [],
      noHandleSignals: true,
      events: followPools(beats),
      // With a delay, a failure to end a task ends the runner. Without one, it would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message, { failure }) => {
        if ((level === 'error' || level === 'warning') && failure === undefined)
          logger.warn('queue in trouble', { reason: message });
      }),
    });
  }
}

/** Tells the beats which pools of graphile-worker live in this process, and what they run. */
function followPools(beats: PoolBeats): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => beats.add(workerPool.id));
  events.on('job:start', ({ worker, job }) => beats.begin(worker.workerPool.id, job.id));
  events.on('job:complete', ({ worker, job }) => beats.end(worker.workerPool.id, job.id));
  events.on('pool:release', ({ workerPool }) => beats.remove(workerPool.id));
  return events;
}
