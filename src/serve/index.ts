/**
 * One extension alone, over HTTP: its routes, its Federation subgraph, its page components, health and metrics.
 * `serveExtension` knows no gateway, and runs in `stoa serve` and in a child process. Imports rooms up to `placement`.
 */
export { acceptGateway } from './accept-gateway.ts';
export { type AcceptedCallers, authenticateCaller, type BearerIssuer } from './authenticate-caller.ts';
export { serveExtension } from './serve-extension.ts';
export type {
  CallerCheck,
  Calling,
  CallingParty,
  ServedExtension,
  ServeParts,
} from './serve-parts.ts';
export { createServedServer } from './served-server.ts';
