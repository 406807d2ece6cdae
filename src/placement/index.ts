/**
 * Where an extension runs: the interface `RunningExtension`, and the implementation within this process. Also time
 * limits and circuit breaker of its calls. Imports rooms up to `rest`, `pages` and `engine`.
 */
export { type CallLimitsConfig, ExtensionCalls } from './extension-calls.ts';
export { findWallTools } from './process/find-walls.ts';
export { GatewayChannel } from './process/gateway-channel.ts';
export { ExtensionProcesses } from './process/start-process.ts';
export { createGatewayClient, type GatewayAnswer, type GatewayClient } from './remote/ask-gateway.ts';
export { sourceOf } from './remote/connections.ts';
export { readText } from './remote/json-answer.ts';
export { RemoteExtension } from './remote/start-remote.ts';
export type { ExtensionDescription } from './running/extension-description.ts';
export { runModule, startInProcess } from './running/in-process.ts';
export { checkTasks } from './running/run-task.ts';
export type { ExtensionBackEnd, RunningExtension, StartExtension, StartParts } from './running/running-extension.ts';
export { mailSender } from './running/send-mail.ts';
export { readCallHeader, toFieldJson } from './wire/call-header.ts';
export { type FilesCall, isFilesCall } from './wire/files-call.ts';
export {
  type CallHeader,
  type GraphqlCalls,
  type GraphqlLine,
  type NotBegun,
  type SessionChange,
  type WireDescription,
  wire,
} from './wire/messages.ts';
export { toPlainError, toWireError } from './wire/plain-error.ts';
export { type ServeData, serveDataOf, servedManifest } from './wire/serve-data.ts';
export { bodyDigest, checkSignature, signingKeys } from './wire/signature.ts';
export { createTickets, type Ticket } from './wire/tickets.ts';
export { UsedNonces } from './wire/used-nonces.ts';
