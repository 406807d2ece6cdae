import type { JobHelpers, TaskList } from 'graphile-worker';
import type { ExtensionId, Logger } from '#base';
import type { DatabaseServer } from '#postgres';
import { PoolBeats } from './pool-beats.ts';
import { readEvent, readJob } from './task-payload.ts';
import { TaskRunner } from './task-runner.ts';
import { type AddOptions, type QueuedTask, TaskStore } from './task-store.ts';

/** One attempt of an extension's task. */
export interface TaskCall {
  readonly extension: ExtensionId;
  /** `jobs/nightly` or `subscribers/review.created/ratings`. */
  readonly task: string;
  /** The event `{ id, name, at, payload, key }`, or a job's input. */
  readonly input: unknown;
  /** Counts from 1. */
  readonly attempt: number;
  /** Aborted when the process stops and waits no longer. */
  readonly signal: AbortSignal;
  /** The `traceparent` of what published the event or asked for the job. */
  readonly trace?: string | undefined;
}

/** Handles a task of the gateway's own. Rejects when the task is to be tried again. */
export type OwnHandler = (payload: unknown, run: Pick<TaskCall, 'attempt' | 'signal'>) => Promise<void>;

/** The name of a task of the gateway's own: `stoa:mail`. */
export type OwnTask = `stoa:${string}`;

export interface QueueOptions {
  readonly database: Pick<DatabaseServer, 'openQueue'>;
  readonly logger: Logger;
  /** How many tasks run at the same time. 0: this process adds tasks, and runs none. */
  readonly concurrency: number;
  /** Runs a task of an extension. Rejects with the extension's error. */
  readonly runTask: (call: TaskCall) => Promise<void>;
}

/** The queue of a process. Its tables must be there: `migrate` makes them from `queueTables`. */
export interface Queue {
  /** Handles a task of the gateway's own. `take` comes after the last of them. */
  register(name: OwnTask, handler: OwnHandler): void;
  /** Adds a task of the gateway's own. */
  add(name: OwnTask, payload: unknown, options?: AddOptions): Promise<void>;
  /** Lets all processes know the tasks of the next generation, before it serves. */
  announce(tasks: readonly QueuedTask[]): Promise<void>;
  /** Runs these tasks from here on, and no other. Tasks under way end. */
  take(tasks: readonly QueuedTask[]): void;
  /** Takes no more tasks. Aborts those that still run after `graceMs` milliseconds. */
  close(options?: { readonly graceMs: number }): Promise<void>;
}

/** One listens, and one says that the process lives. The others take tasks and end them. */
const connectionCount = 4;

export async function openQueue({ database, logger, concurrency, runTask }: QueueOptions): Promise<Queue> {
  const connections = await database.openQueue(connectionCount);
  const { pool } = connections;
  const store = new TaskStore(pool);
  const beats = new PoolBeats(pool, logger);
  const runner = new TaskRunner({ pool, beats, logger, concurrency });
  const own = new Map<OwnTask, OwnHandler>();
  const stopping = new AbortController();

  const attempt = async ({ extension, task, event }: QueuedTask, payload: unknown, { job }: JobHelpers) => {
    const { trace, input } = event === undefined ? readJob(payload) : readEvent(payload, `${extension}/${task}`);
    await runTask({ extension, task, input, attempt: job.attempts, signal: stopping.signal, trace });
  };
  const listOf = (tasks: readonly QueuedTask[]): TaskList => ({
    ...Object.fromEntries(
      [...own].map(([name, handle]) => [
        name,
        (payload: unknown, { job }: JobHelpers) => handle(payload, { attempt: job.attempts, signal: stopping.signal }),
      ]),
    ),
    ...Object.fromEntries(
      tasks.map((task) => [
        `${task.extension}/${task.task}`,
        (payload: unknown, helpers: JobHelpers) => attempt(task, payload, helpers),
      ]),
    ),
  });

  return {
    register: (name, handler) => void own.set(name, handler),
    add: (name, payload, options) => store.add(name, payload, options),
    announce: (tasks) => store.announce(tasks),
    take(tasks) {
      if (concurrency > 0) runner.take(listOf(tasks));
    },
    async close({ graceMs } = { graceMs: 5_000 }) {
      const timer = setTimeout(() => stopping.abort(new Error('the gateway is stopping')), graceMs);
      await runner.close();
      clearTimeout(timer);
      await beats.close();
      await connections.close();
    },
  };
}
