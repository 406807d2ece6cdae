/**
 * Where an extension runs: the interface `RunningExtension`, and the implementation within this process. Also time
 * limits and circuit breaker of its calls. Imports rooms up to `rest`, `pages` and `engine`.
 */
export type { Trial } from './breaker.ts';
export { type CallHead, callHead, type ExchangeHead, exchangeHead } from './call-head.ts';
export { type CallLimitsConfig, ExtensionCalls } from './extension-calls.ts';
export { describeModule, type ExtensionDescription, notLoaded } from './extension-description.ts';
export { extensionFailure, handlerFailed } from './extension-failure.ts';
export { askHost, type HostRequest } from './host.ts';
export { startInProcess } from './in-process.ts';
export { fromPlainError, type PlainError, toPlainError } from './plain-error.ts';
export type { RunningExtension, StartExtension, StartParts } from './running-extension.ts';
