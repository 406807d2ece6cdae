import { setTimeout as wait } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import { type ExtensionId, errorMessage, isObject, type Logger, textOf, untilAborted } from '#base';
import type { DatabaseServer } from '#postgres';
import type { QueueState } from '#telemetry';
import { queueConnections } from './check-connections.ts';
import { CronClock } from './cron-clock.ts';
import { PoolBeats } from './pool-beats.ts';
import { TaskRunner } from './task-runner.ts';
import { type QueuedTask, TaskStore } from './task-store.ts';

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
  /** Whether requests are under way, which tasks are to leave the processor to. */
  readonly isBusy: () => boolean;
  /** How many tasks run at the same time. 0: this process adds tasks, and runs none. */
  readonly concurrency: number;
  /** How long dead letters, the history of jobs, and tasks that no process knows are kept. */
  readonly keepDays: number;
  /** Runs a task of an extension. Rejects with the extension's error. */
  readonly runTask: (call: TaskCall) => Promise<void>;
}

/** The queue of a process. Its tables must be there: `migrate` makes them from `queueTables`. */
interface Queue {
  /** Handles a task of the gateway's own. `take` comes after the last of them. */
  register(name: OwnTask, handler: OwnHandler): void;
  /** Lets all processes know the tasks of the next generation, before it serves. Tries again until it succeeds. */
  announce(tasks: readonly QueuedTask[]): Promise<void>;
  /** Runs these tasks from here on, and no other. Tasks under way end. */
  take(tasks: readonly QueuedTask[]): void;
  /** What waits, of the tasks that this process knows. */
  state(): Promise<QueueState>;
  /** Keeps what this process knows, and deletes what has had its time. It does so every ten minutes. */
  tidy(): Promise<void>;
  /** Takes no more tasks. Aborts those that still run after `graceMs` milliseconds. */
  close(options?: { readonly graceMs: number }): Promise<void>;
}

const tidyMs = 600_000;
/** While requests are under way, each taker waits so long after a task. In milliseconds. */
const busyMs = 20;
const retryMs = 5_000;

export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { database, logger, concurrency, keepDays } = options;
  const connections = await database.openQueue(queueConnections(concurrency > 0));
  const { pool } = connections;
  const store = new TaskStore(pool);
  const beats = new PoolBeats(pool, logger);
  const runner = new TaskRunner({ pool, beats, logger, concurrency });
  const clock = new CronClock(store, logger);
  const own = new Map<OwnTask, OwnHandler>();
  const stopping = new AbortController();
  let known: readonly QueuedTask[] = [];
  let closing: Promise<void> | undefined;

  let retrying: NodeJS.Timeout | undefined;
  // A database that is away, or takes no changes, keeps no shop from serving.
  const announce = async (): Promise<void> => {
    clearTimeout(retrying);
    try {
      await store.announce(known.map((task) => ({ ...task, next: clock.next(task) })));
      clock.follow();
    } catch (error) {
      if (closing !== undefined) return;
      logger.warn('tasks not announced', { reason: errorMessage(error) });
      retrying = setTimeout(() => void announce(), retryMs).unref();
    }
  };
  const tidy = async (): Promise<void> => {
    await announce();
    await store.tidy(keepDays);
  };
  const tidying = setInterval(() => {
    tidy().catch((error: unknown) => logger.debug('queue away', { reason: errorMessage(error) }));
  }, tidyMs).unref();

  const close = async (graceMs: number): Promise<void> => {
    clearInterval(tidying);
    clearTimeout(retrying);
    clock.close();
    const timer = setTimeout(() => stopping.abort(new Error('the gateway is stopping')), graceMs);
    await runner.close();
    clearTimeout(timer);
    await beats.close();
    await connections.close();
  };
  return {
    register: (name, handler) => void own.set(name, handler),
    async announce(tasks) {
      known = tasks;
      await announce();
    },
    take(tasks) {
      if (concurrency === 0) return;
      runner.take(taskList(tasks, { ...options, own, store, signal: stopping.signal }));
      clock.follow(tasks);
    },
    state: () => store.state([...own.keys(), ...known.map(({ extension, task }) => `${extension}/${task}`)]),
    tidy,
    close({ graceMs } = { graceMs: 5_000 }) {
      if (graceMs === 0) stopping.abort(new Error('the gateway is stopping'));
      closing ??= close(graceMs);
      return closing;
    },
  };
}

interface ListParts extends Pick<QueueOptions, 'logger' | 'isBusy' | 'runTask'> {
  readonly own: ReadonlyMap<OwnTask, OwnHandler>;
  readonly store: TaskStore;
  readonly signal: AbortSignal;
}

/** What graphile-worker runs, by name. */
function taskList(tasks: readonly QueuedTask[], parts: ListParts): TaskList {
  const { own, signal } = parts;
  return Object.fromEntries([
    ...[...own].map(([name, handle]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        logged({ task: name }, job, parts, () =>
          untilAborted(signal, handle(payload, { attempt: job.attempts, signal })),
        ),
    ]),
    ...tasks.map((task) => [
      `${task.extension}/${task.task}`,
      (payload: unknown, { job }: JobHelpers) => {
        const { extension, task: name } = task;
        return logged({ extension, task: name }, job, parts, () => runTask(task, payload, { ...parts, job }));
      },
    ]),
  ]);
}

async function runTask(
  { extension, task, event }: QueuedTask,
  payload: unknown,
  { runTask: run, store, signal, job }: ListParts & Pick<JobHelpers, 'job'>,
): Promise<void> {
  const attempt = job.attempts;
  if (event !== undefined)
    return await run({ extension, task, attempt, signal, ...readEvent(payload, `${extension}/${task}`) });
  const { tick, ...read } = readJob(payload);
  const id = await store.begin({ extension, task, attempt, tick });
  try {
    await run({ extension, task, attempt, signal, ...read });
  } catch (error) {
    await store.end(id, errorMessage(error));
    throw error;
  }
  await store.end(id, undefined);
}

/** Logs a failure, and lets graphile-worker try again. After a success, it pauses while requests are under way. */
async function logged(
  fields: { readonly extension?: ExtensionId; readonly task: string },
  { attempts, max_attempts: last }: JobHelpers['job'],
  { logger, isBusy }: ListParts,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
    if (isBusy()) await wait(busyMs);
  } catch (err) {
    if (attempts < last) logger.warn('task failed, and is tried again', { ...fields, attempt: attempts, err });
    else logger.error('task failed for the last time', { ...fields, attempt: attempts, err });
    throw err;
  }
}

/** What a task gets, and the trace of what added it. */
interface TaskInput {
  readonly input: unknown;
  readonly trace: string | undefined;
}

/** Reads what `stoa.publish` has written. `task` is a part of the key, so that each subscriber has one of its own. */
function readEvent(payload: unknown, task: string): TaskInput {
  const { id, name, at, payload: event, trace } = isObject(payload) ? payload : {};
  return { input: { id, name, at, payload: event, key: `${id}/${task}` }, trace: textOf(trace) };
}

/** Reads what `stoa.later` and ticks have written. */
function readJob(payload: unknown): TaskInput & { readonly tick: string | undefined } {
  const { input, trace, tick } = isObject(payload) ? payload : {};
  return { input, trace: textOf(trace), tick: textOf(tick) };
}
