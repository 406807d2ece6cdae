/**
 * The gateway: one immutable value with everything that a request needs. `assemble` and `buildGateway` create it.
 * `handleGraphqlRequest`, `handleRestRequest` and `handlePageRequest` answer requests. Imports rooms up to
 * `placement`.
 */
export { type Assembly, assemble } from './assemble.ts';
export { buildGateway } from './build-gateway.ts';
export { OperationCalls, type OperationCallsParts } from './calls/operation-calls.ts';
export { createContextOf } from './context-of.ts';
export { coreSchema } from './core-schema.ts';
export { CurrentGateway, type Lease } from './current-gateway.ts';
export type { Gateway } from './gateway.ts';
export type { Generation } from './generation.ts';
export { handleGraphqlRequest } from './graphql-request.ts';
export { handlePageRequest, renderNotFound } from './page-request.ts';
export type { PlacedExtension } from './placed-extension.ts';
export { handleRestRequest } from './rest-request.ts';
export { createSharedParts, type SharedParts } from './shared-parts.ts';
