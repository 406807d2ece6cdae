/**
 * Where an extension runs: the interface `RunningExtension`, and the implementation within this process. Also time
 * limits and circuit breaker of its calls. Imports rooms up to `rest`, `pages` and `engine`.
 */
export type { TrialCall } from './breaker.ts';
export { type CallLimitsConfig, ExtensionCalls } from './extension-calls.ts';
export { extensionFailure, handlerFailed } from './extension-failure.ts';
export { hasNetworkWall } from './process/child-command.ts';
export { findWallTools, type WallTools } from './process/find-walls.ts';
export { type FromChild, isToChild, type ToChild } from './process/messages.ts';
export { startProcess } from './process/start-process.ts';
export {
  type AskGateway,
  createGatewayClient,
  type GatewayClient,
  type GatewayQuestion,
} from './remote/ask-gateway.ts';
export type { CallFacts } from './remote/call-fields.ts';
export { type ConnectionSource, sourceOf } from './remote/connections.ts';
export { type RemoteOptions, startRemote } from './remote/start-remote.ts';
export { type ExtensionDescription, notLoaded } from './running/extension-description.ts';
export { runModule, startInProcess } from './running/in-process.ts';
export type { DatabaseTrouble, RunningExtension, StartExtension, StartParts } from './running/running-extension.ts';
export { withResolvers } from './running/with-resolvers.ts';
export { readCallHeader, toFieldJson } from './wire/call-header.ts';
export {
  type CallHeader,
  type Contract,
  destroyedAnswer,
  errorType,
  type GraphqlAnswer,
  type GraphqlCall,
  type GraphqlCalls,
  type GraphqlLine,
  type GraphqlQuestion,
  linesType,
  maxHeaderBytes,
  type NotBegun,
  type SessionChange,
  type WireDescription,
  wireFields,
  wirePaths,
  wireVersion,
} from './wire/messages.ts';
export { fromPlainError, type PlainError, toPlainError } from './wire/plain-error.ts';
export { type ServeData, type ServeDataParts, serveDataOf, servedManifest } from './wire/serve-data.ts';
export { bodyDigest, checkSignature, sign, signingKeys } from './wire/signature.ts';
export { createTickets, type Ticket, type Tickets } from './wire/tickets.ts';
export { fieldAt } from './wire-check/answer-place.ts';
export { checkWire } from './wire-check/check-wire.ts';
export { type WireFinding, wireFinding } from './wire-check/wire-findings.ts';
