/**
 * Where an extension runs: the interface `RunningExtension`, and its implementations. Also time limits and circuit
 * breaker of its calls. `ServedExtension` is the other end of the wire: it answers a gateway, in a child process or
 * under `stoa serve`. Imports rooms up to `rest`, `pages` and `engine`.
 */
export { ExtensionCalls } from './extension-calls.ts';
export { findWallTools } from './process/find-walls.ts';
export { ExtensionProcesses } from './process/start-process.ts';
export { createGatewayClient } from './remote/ask-gateway.ts';
export { sourceOf } from './remote/connections.ts';
export { RemoteExtension } from './remote/start-remote.ts';
export type { ExtensionDescription } from './running/extension-description.ts';
export { startInProcess } from './running/in-process.ts';
export { checkTasks } from './running/run-task.ts';
export type { RunningExtension, StartExtension, StartParts } from './running/running-extension.ts';
export { writeMail } from './running/write-mail.ts';
export { acceptGateway } from './served/accept-gateway.ts';
export { ServedExtension } from './served/serve-extension.ts';
export { createServeMetrics } from './served/serve-metrics.ts';
export type { ServedCode } from './served/served-code.ts';
export { createServedServer, isSigned } from './served/served-server.ts';
export { type FilesCall, isFilesCall } from './wire/files-call.ts';
export { wire } from './wire/messages.ts';
export { toPlainError, toWireError } from './wire/plain-error.ts';
export { serveDataOf } from './wire/serve-data.ts';
export { bodyDigest, signingKeys } from './wire/signature.ts';
export { createTickets, type Ticket } from './wire/tickets.ts';
export { UsedNonces } from './wire/used-nonces.ts';
