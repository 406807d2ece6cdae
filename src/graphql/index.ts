/**
 * GraphQL over HTTP: parameters, documents with their limits and costs, persisted documents, answers. Imports rooms
 * up to `edge`; execution is the gateway's.
 */

export { createDocumentTexts } from './documents/document-texts.ts';
export { type GraphqlParams, readParams } from './documents/graphql-params.ts';
export { allowsIntrospection } from './documents/introspection.ts';
export { costWith } from './documents/operation-cost.ts';
export { createDocumentStore, type DocumentStore } from './documents/operation-documents.ts';
export { prepareOperation } from './documents/prepare-operation.ts';
export { type PersistedSource, readPersisted } from './documents/read-persisted.ts';
export { sendGraphiql } from './graphiql.ts';
export { sendAnswer, sendFailure } from './graphql-http-answer.ts';
export { toAnswer } from './operation-errors.ts';
