/**
 * What all HTTP answers share: request target, body, request id, the scope of a request, response heads, media
 * types. Imports `base`, `extensions` and `telemetry`.
 */
export { CallClock, CallClocks, type TimedCall } from './call-clock.ts';
export { countFields } from './count-fields.ts';
export { endResponse, sendWhole } from './end-response.ts';
export { type GraphqlMediaType, negotiateMediaType, prefersHtml } from './graphql-http-media-type.ts';
export { requireHarmless } from './harmless-json.ts';
export { type Address, listen } from './listen.ts';
export { announcesBody, readBody, textOfBody } from './read-body.ts';
export { newRequestId, requestIdOf } from './request-id.ts';
export { openScope, type RequestScope, type ScopeParts } from './request-scope.ts';
export { parseRequestTarget } from './request-target.ts';
export {
  type FieldList,
  generationHeader,
  maskedMessage,
  mergeFields,
  mergeShared,
  ownHeaders,
  setFields,
} from './response-head.ts';
