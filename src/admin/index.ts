/**
 * The operators' port: health, metrics, and the console, which is a shop of its
 * own. Imports rooms up to `gateway`.
 */
export { type AdminServices, openAdminServices, showGateway } from './admin-services.ts';
export type { Operating } from './console/create-operating.ts';
export { readSummary, summarize } from './console/generation-summary.ts';
export { mergeOverviews } from './console/merge-overviews.ts';
export { createProcessReport } from './console/process-report.ts';
export { mergeSlowest } from './console/slowest.ts';
export { Health } from './port/health.ts';
export { createWorkerValues } from './port/metric-registry.ts';
export { createWorkerMetrics } from './port/worker-metrics.ts';
