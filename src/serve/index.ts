/**
 * One extension alone, over HTTP: its routes, its Federation subgraph, its page components, health and metrics.
 * `serveExtension` knows no gateway, and runs in `stoa serve` and in a child process. `startServed` is `stoa serve`.
 * Imports rooms up to `gateway`.
 */
export type { AcceptedCallers } from './authenticate-caller.ts';
export { type RunningServed, type StartServedOptions, startServed } from './start-served.ts';
