/**
 * Several processes that serve one shop: `stoa start --workers N`. A primary migrates, bundles, and orders reloads;
 * its workers answer requests. By `node:cluster`. Imports rooms up to `server`.
 */
export { isWorker, runWorker } from './run-worker.ts';
export { startWorkers } from './start-workers.ts';
