/**
 * The operators' port: health, metrics, and the console, which is a shop of its
 * own. Imports rooms up to `gateway`.
 */
export {
  type AdminServices,
  openAdminServices,
  type ShownGateway,
  showGateway,
} from './admin-services.ts';
export type { Operating } from './console/create-operating.ts';
export { type KeptState, readSummary, summarize } from './console/generation-summary.ts';
export { mergeOverviews } from './console/merge-overviews.ts';
export { type Overview, readOverview } from './console/overview.ts';
export { mapShop } from './console/shop-map.ts';
export { mergeSlowest, readSlowest } from './console/slowest.ts';
export { Health } from './port/health.ts';
export { createWorkerValues, type MetricValues } from './port/metric-registry.ts';
export type { LoadReport } from './port/metric-sources.ts';
export { createWorkerMetrics, type WorkerFacts } from './port/worker-metrics.ts';
