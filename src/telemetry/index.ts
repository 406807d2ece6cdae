/**
 * What the process has done: counters, durations, spans. One object for the life of the process. Imports `base`.
 */
export { findTracing } from './find-tracing.ts';
export type { CredentialRefusal } from './named-counts.ts';
export { observationOf, observe, recordAs, recordOperation } from './observed-response.ts';
export type { RecentError } from './recent-errors.ts';
export { bucketEnds } from './request-histograms.ts';
export { stepMs } from './ring-buffer.ts';
export { startSdk } from './start-sdk.ts';
export { type Circuit, type QueueState, Telemetry } from './telemetry.ts';
