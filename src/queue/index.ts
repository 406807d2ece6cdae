/**
 * Events and jobs: a queue in PostgreSQL, and the runner that takes tasks from it. Loads graphile-worker when a queue
 * opens. Imports `base`, `extensions`, `postgres` and `telemetry`.
 */
export { checkConnections, queueConnections } from './check-connections.ts';
export { openQueue, type TaskCall } from './open-queue.ts';
export { readQueue, tryAgain } from './queue-view.ts';
export { tablesFor, tasksOf } from './tasks-of.ts';
