/**
 * The operators' port: health, metrics, and the console, which is a shop of its
 * own. Imports rooms up to `gateway`.
 */
export { type Console, createConsole } from './console/create-console.ts';
export type { ConsoleSources, Operating } from './console/create-operating.ts';
export { type KeptState, readSummary, summarize } from './console/generation-summary.ts';
export { mergeOverviews } from './console/merge-overviews.ts';
export { type Overview, processFacts, readOverview } from './console/overview.ts';
export { type MappedExtension, mapShop } from './console/shop-map.ts';
export { mergeSlowest, readSlowest, type Slowest } from './console/slowest.ts';
export { type AdminRoutes, closedRoutes, operatingRoutes, probeRoutes } from './port/admin-routes.ts';
export { type AdminServer, startAdminServer } from './port/admin-server.ts';
export { Health } from './port/health.ts';
export { createMetrics, createWorkerValues, type Metrics, type MetricValues } from './port/metric-registry.ts';
export type { LoadReport } from './port/metric-sources.ts';
export { createWorkerMetrics, type WorkerFacts } from './port/worker-metrics.ts';
