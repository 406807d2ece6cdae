/**
 * What every room needs: findings and errors, JSON Schema, the logger, ids, and small helpers. Imports no other
 * room.
 */
export type { ClientInfo, ClientOf } from './client-info.ts';
export { createAjv, schemaErrors } from './create-ajv.ts';
export { codeFrame } from './findings/code-frame.ts';
export { compareFindings } from './findings/compare-findings.ts';
export { didYouMean, nearestName } from './findings/did-you-mean.ts';
export { type FindingCode, findingCodes } from './findings/finding-codes.ts';
export { queryKeywords, sdlKeywords, splitSuggestion, syntaxFix } from './findings/graphql-fixes.ts';
export { awaitsInCode, placeInCode, placeOfKey } from './findings/place-in-code.ts';
export { errorFinding, type Finding, type Place, StartupError, throwIfErrors } from './findings/startup-error.ts';
export { type ExtensionId, isExtensionId, isRouteId, type RouteId } from './ids.ts';
export { inspectValue, isObject, isObjectOrList, isPromise } from './is-object.ts';
export {
  fixOfProblem,
  fixOfType,
  pointerKeys,
  pointerName,
  pointerTo,
  type SchemaProblem,
  schemaProblems,
} from './json-schema.ts';
export { createLogger, type LogFields, type Logger, type LogLevel } from './logger.ts';
export { MemoizeLast } from './memoize-last.ts';
export {
  browserFile,
  codeFolder,
  consoleFile,
  extensionApiUrl,
  installation,
  loadTrialThread,
  requireOwn,
  resolveOwn,
  stoaVersion,
  versionIn,
} from './own-files.ts';
export { parseNumber } from './parse-number.ts';
export { pathExists } from './path-exists.ts';
export { isRequestErrorCode, RequestError, type RequestErrorCode } from './request-error.ts';
export { withTimeout } from './with-timeout.ts';
export { yieldToEventLoop } from './yield-to-event-loop.ts';
