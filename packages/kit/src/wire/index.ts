/**
 * What works in one process and is lost where an extension runs elsewhere: for `stoa check --wire`, and for tests with
 * `wire: true`.
 */
export { startAcrossWire } from './across-wire.ts';
export { checkWire } from './check-wire.ts';
