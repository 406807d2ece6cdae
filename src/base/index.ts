/**
 * What every room needs: findings and errors, JSON Schema, the logger, ids, and small helpers. Imports no other
 * room.
 */
export type { ClientInfo, ClientOf } from './client-info.ts';
export { didYouMean, editDistance, nearestName } from './findings/did-you-mean.ts';
export { type FindingCode, findingCodes } from './findings/finding-codes.ts';
export { splitSuggestion, syntaxFix } from './findings/graphql-fixes.ts';
export { awaitsInCode, placeInCode, placeOfKey } from './findings/place-in-code.ts';
export {
  compareFindings,
  errorFinding,
  type Finding,
  type Place,
  positionAt,
  StartupError,
  throwIfErrors,
} from './findings/startup-error.ts';
export { type ExtensionId, isExtensionId } from './ids.ts';
export { deepFreeze, inspectValue, isObject, isObjectOrList, isPromise, parseKnown } from './is-object.ts';
export {
  createAjv,
  fixOfProblem,
  fixOfType,
  kindOf,
  pointerKeys,
  pointerName,
  pointerTo,
  type SchemaProblem,
  schemaErrors,
  schemaProblems,
} from './json-schema.ts';
export { isTooSlow } from './linear-patterns.ts';
export { type Linked, LinkedList } from './linked-list.ts';
export { isLogReadable, standardErrorLog } from './log-stream.ts';
export { createLogger, extensionLogger, type Logger, type LogLevel } from './logger.ts';
export { MemoizeLast } from './memoize-last.ts';
export { exportFailed, openTelemetry } from './open-telemetry.ts';
export { isOutageCode, type Outage, outageOf } from './outage.ts';
export {
  browserFile,
  findOptional,
  includePackages,
  ownFiles,
  pathExists,
  requireOwn,
  resolveOwn,
  stoaVersion,
  swaggerUi,
  versionIn,
} from './own-files.ts';
export { badInput, type Refusal, RequestError, refusalOf, requestErrorCodes } from './request-error.ts';
export { compareText, isDecodable, parseNumber, textOf } from './text.ts';
export { asError, errorCode, errorMessage, ignoreMissing } from './thrown.ts';
export { createMutex, untilAborted, withTimeout, yieldToEventLoop } from './timing.ts';
