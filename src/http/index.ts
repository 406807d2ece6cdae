/**
 * What all HTTP answers share: request target, body, request id, the scope of a request, response heads, media
 * types. Imports `base`, `extensions` and `telemetry`.
 */
export { CallClock, CallClocks, type TimedCall } from './call-clock.ts';
export {
  type AcceptedEncoding,
  acceptedEncoding,
  beginEncoded,
  createEncoder,
  encodedFile,
  endEncoded,
  isEnded,
} from './content-encoding.ts';
export {
  endResponse,
  endTyped,
  type FieldList,
  generationHeader,
  maskedMessage,
  mergeFields,
  mergeShared,
  resetHeaders,
  sendWhole,
} from './end-response.ts';
export { bodyHash, hashWithout, matchesTag } from './entity-tag.ts';
export { negotiateMediaType, prefersHtml } from './graphql-http-media-type.ts';
export { ExtensionScope, InnerScope } from './inner-scope.ts';
export { type Address, listen } from './listen.ts';
export {
  announcesBody,
  decodeBody,
  joinChunks,
  readAhead,
  readBody,
  requireSafeJson,
  streamBody,
} from './read-body.ts';
export { newRequestId, requestIdOf } from './request-id.ts';
export { coreTextsFor, inLocaleOf, localeOf, negotiateLocale, takeLocale } from './request-locale.ts';
export { authorizationOf, openScope, type RequestScope, type ScopeParts } from './request-scope.ts';
export { countFields, originForm, parseRequestTarget } from './request-target.ts';
export { coreTexts } from './words/core-texts.ts';
export type { CoreTexts } from './words/english.ts';
