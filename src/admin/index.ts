/**
 * The operators' port: health, metrics, and the console, which is a shop of its
 * own. Imports rooms up to `gateway`.
 */
export { type Console, createConsole } from './console/create-console.ts';
export type { Operating } from './console/create-operating.ts';
export { type AdminRoutes, closedRoutes, operatingRoutes, probeRoutes } from './port/admin-routes.ts';
export { type AdminServer, startAdminServer } from './port/admin-server.ts';
export { Health } from './port/health.ts';
export type { LoadReport } from './port/metric-sources.ts';
export { createMetrics } from './port/metrics.ts';
