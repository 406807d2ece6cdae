import { EventEmitter, once } from 'node:events';
import type { Database } from '#extension-api';
import { type DatabaseServer, openDatabase } from '#postgres';
import { openQueue, type TaskCall } from '#queue';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { queueTables } from '../../src/queue/queue-schema.ts';
import type { QueuedTask } from '../../src/queue/task-store.ts';
import {
  databaseConfig,
  extensionId,
  type RecordingLogger,
  recordingLogger,
  sqlManifest,
} from '../support/database.ts';
import { createDatabase } from '../support/shared-server.ts';

export const reviews = extensionId('reviews');
export const catalog = extensionId('catalog');

/** Keeps ratings of the event that `reviews` publishes. */
export const ratings: QueuedTask = {
  extension: catalog,
  task: 'subscribers/review.created/ratings',
  event: 'review.created',
  owner: reviews,
  attempts: 10,
};

export const nightly: QueuedTask = { extension: catalog, task: 'jobs/nightly', attempts: 3 };

/** A job with a tick every 200 ms. */
export const often: QueuedTask = {
  extension: catalog,
  task: 'jobs/often',
  attempts: 10,
  schedule: { kind: 'every', ms: 200 },
};

/** A database with the tables of two extensions and of the queue. */
export interface QueueShop extends AsyncDisposable {
  readonly server: DatabaseServer;
  readonly url: string;
  readonly log: RecordingLogger;
  of(extension: typeof reviews): Database;
  /** A statement as the administrator. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  closeQueues(): Promise<void>;
  /** Closes the queues, and empties the table of tasks that wait. */
  reset(): Promise<void>;
  /** Opens a process's queue, which `reset` closes. */
  open(
    runTask?: (call: TaskCall) => Promise<void>,
    concurrency?: number,
    isBusy?: () => boolean,
  ): ReturnType<typeof openQueue>;
}

export async function openQueueShop(isolation: 'role' | 'search-path' = 'role'): Promise<QueueShop> {
  const { url, drop } = await createDatabase();
  const log = recordingLogger();
  const server = await openDatabase(databaseConfig('/shop', { url, isolation }), log);
  await server.migrate(
    [
      sqlManifest('reviews', { '001-review.sql': 'create table review (id int primary key)' }),
      sqlManifest('catalog', { '001-product.sql': 'create table product (id int primary key)' }),
    ],
    { added: queueTables },
  );
  const admin = await connect(parseDatabaseUrl(url));
  const queues: Awaited<ReturnType<typeof openQueue>>[] = [];
  const closeQueues = async (): Promise<void> => {
    await Promise.all(queues.splice(0).map((queue) => queue.close({ graceMs: 0 })));
  };
  return {
    server,
    url,
    log,
    of: (extension) => server.of(extension),
    sql: async (text, values = []) => (await admin.query(text, [...values])).rows,
    async open(runTask = async () => undefined, concurrency = 2, isBusy = () => false) {
      const queue = await openQueue({
        database: server,
        logger: log.logger,
        concurrency,
        isBusy,
        keepDays: 7,
        runTask,
      });
      queues.push(queue);
      return queue;
    },
    closeQueues,
    async reset() {
      await closeQueues();
      await admin.query(
        'select stoa_queue.complete_jobs(array(select id from stoa_queue.jobs)); delete from stoa.tasks',
      );
    },
    async [Symbol.asyncDispose]() {
      await admin.end();
      await server.close();
      await drop();
    },
  };
}

/** Notes what runs, and waits for it. */
export class TaskCalls {
  readonly all: TaskCall[] = [];
  readonly #added = new EventEmitter();

  readonly run = async (call: TaskCall): Promise<void> => {
    this.all.push(call);
    this.#added.emit('call');
  };

  /** The first calls, as soon as there are so many. */
  async first(count: number): Promise<readonly TaskCall[]> {
    while (this.all.length < count) await once(this.#added, 'call');
    return this.all.slice(0, count);
  }
}
