/**
 * One extension alone, over HTTP: its routes, its Federation subgraph, its page components, health and metrics.
 * `serveExtension` knows no gateway, and runs in `stoa serve` and in a child process. `startServed` is `stoa serve`.
 * Imports rooms up to `gateway`.
 */
export { acceptGateway } from './accept-gateway.ts';
export { type AcceptedCallers, authenticateCaller, type BearerIssuer } from './authenticate-caller.ts';
export type { ListenAt } from './listen-at.ts';
export { serveExtension } from './serve-extension.ts';
export type {
  CallerCheck,
  Calling,
  CallingParty,
  ServedExtension,
  ServeParts,
} from './serve-parts.ts';
export { createServedServer } from './served-server.ts';
export { type RunningServed, type StartServedOptions, startServed } from './start-served.ts';
