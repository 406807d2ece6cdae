/**
 * Events and jobs: a queue in PostgreSQL, and the runner that takes tasks from it. Loads graphile-worker when a queue
 * opens. Imports `base`, `extensions`,
 * `postgres` and `telemetry`.
 */
export { type OwnHandler, type OwnTask, openQueue, type Queue, type TaskCall } from './open-queue.ts';
export { queueTables } from './queue-schema.ts';
export type { QueuedTask } from './task-store.ts';
export { tablesFor, tasksOf } from './tasks-of.ts';
