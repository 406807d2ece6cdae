/**
 * What the process has done: counters, durations, spans. One object for the life
 * of the process. Imports `base`.
 */
export { findTracing } from './find-tracing.ts';
export { isFor, observationOf, observe } from './observed-response.ts';
export { Ring, stepMs } from './ring.ts';
export { bucketEnds, CallSeries, ExtensionSeries, RequestSeries } from './series.ts';
export { type BreakerState, Telemetry } from './telemetry.ts';
export type { SpanInfo, Tracing } from './tracing.ts';
