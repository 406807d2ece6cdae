/**
 * REST that documents itself: an OpenAPI 3.1 document of all routes, and a page that shows it without a network.
 * Imports rooms up to `rest`.
 */
export { describeApi } from './describe-api.ts';
export { handleApiDocs, ownsApiDocs } from './docs-request.ts';
