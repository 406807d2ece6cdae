/**
 * One extension alone, over HTTP: its routes, its Federation subgraph, its page components, health and metrics.
 * `serveExtension` answers the calls of a gateway. It knows none, and runs in `stoa serve` and in a child process.
 * `startServed` is `stoa serve`, whose other clients get a gateway of one extension. Imports rooms up to `server`.
 */
export { acceptGateway } from './accept-gateway.ts';
export type { AcceptedClients } from './authenticate-client.ts';
export type { ListenAt } from './listen-at.ts';
export { serveExtension } from './serve-extension.ts';
export { createServedServer } from './served-server.ts';
export { type RunningServed, type StartServedOptions, startServed } from './start-served.ts';
