/**
 * One extension alone, over HTTP: its routes, its Federation subgraph, its page components, health and metrics.
 * `ServedExtension` answers the calls of a gateway. It knows none, and runs in `stoa serve` and in a child process.
 * `startServed` is `stoa serve`, whose other clients get a gateway of one extension. Imports rooms up to `server`.
 */
export type { AcceptedClients } from './authenticate-client.ts';
export { type RunningServed, type StartServedOptions, startServed } from './start-served.ts';
