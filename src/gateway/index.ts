/**
 * The gateway: one immutable value that has everything a request needs. `assemble` and `buildGateway` make it;
 * `handleGraphqlRequest`, `handleRestRequest` and `handlePageRequest` are the lives of requests. Imports rooms up to
 * `placement`.
 */
export { type Assembly, assemble } from './assemble.ts';
export { buildGateway } from './build-gateway.ts';
export { CurrentGateway } from './current-gateway.ts';
export type { Gateway, Generation } from './gateway.ts';
export { costWith } from './graphql/documents/operation-cost.ts';
export { createDocumentStore } from './graphql/documents/operation-documents.ts';
export { handleGraphqlRequest } from './graphql-request.ts';
export { coreSchema } from './own-fields.ts';
export { handlePageRequest, renderNotFound } from './page-request.ts';
export { handleRestRequest } from './rest-request.ts';
export { allSecrets } from './select-start.ts';
export { handleServedCall } from './served-query.ts';
export { createSharedParts, type SharedParts } from './shared-parts.ts';
export { composeShop, type Survey, surveyShop } from './survey-shop.ts';
export { withGateways } from './with-gateways.ts';
