import { hash } from 'node:crypto';
import type { GraphQLFormattedError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from '#base';
import type { Config } from '#config';
import type { DatabaseServer } from '#postgres';
import type { GraphqlParams } from './graphql-params.ts';
import type { DocumentStore } from './operation-documents.ts';
import { loadPersistedDocuments } from './persisted-documents.ts';
import { SharedTexts } from './shared-texts.ts';

export type FoundText = string | GraphQLFormattedError;

/** Finds the text of a persisted document, or of an automatic persisted query. */
export interface DocumentTexts {
  /** A promise only when other processes may have the text. */
  find(params: GraphqlParams): FoundText | Promise<FoundText>;
}

/** Finds the text of a request. Without `texts`, the request must contain it. */
export function findText(texts: DocumentTexts | undefined, params: GraphqlParams): FoundText | Promise<FoundText> {
  if (texts !== undefined) return texts.find(params);
  return params.query ?? notFound(params, notSupported);
}

/**
 * Loads the persisted documents. Undefined when gateway.yaml has neither these nor automatic ones. Throws StartupError
 * with all findings. Without a store, other processes do not get the texts.
 */
export async function createDocumentTexts(
  config: Config,
  documents: DocumentStore,
  { store, logger }: { readonly store: DatabaseServer['queryTexts'] | undefined; readonly logger: Logger },
): Promise<DocumentTexts | undefined> {
  const { apq } = config.graphql;
  const only = config.graphql.persisted?.only === true;
  const persisted = await loadPersistedDocuments(config, documents);
  if (persisted === undefined && !apq.enabled) return undefined;
  const kept = new LRUCache<string, string>({
    max: apq.entries,
    maxSize: apq.bytes,
    sizeCalculation: (text) => Math.max(1, Buffer.byteLength(text)),
  });
  // With a fixed list of documents, registering a text would bypass the list.
  const registers = apq.enabled && !only;
  const shared = registers && store !== undefined ? new SharedTexts(store, { limits: apq, logger }) : undefined;
  const named = ({ documentId, sha256 }: GraphqlParams): string | undefined => {
    if (documentId !== undefined) return persisted?.byId.get(documentId);
    return persisted?.byId.get(`sha256:${sha256}`) ?? (sha256 === undefined ? undefined : kept.get(sha256));
  };
  const registered = async (hash: string): Promise<FoundText> => {
    const text = await shared?.find(hash);
    if (text === undefined) return notFoundHash;
    if (documents.keep(text).kind === 'valid') kept.set(hash, text);
    return text;
  };
  return {
    find: (params) => {
      const { query, sha256 } = params;
      if (query === undefined) {
        const text = named(params);
        if (text === undefined && sha256 !== undefined && registers) return registered(sha256);
        return text ?? notFound(params, notFoundHash);
      }
      if (only && persisted?.texts.has(query) !== true) return notPersisted;
      if (sha256 === undefined || !registers || kept.get(sha256) === query) return query;
      if (hash('sha256', query) !== sha256) return wrongHash;
      // An invalid document must not displace a valid one.
      if (documents.keep(query).kind === 'valid') {
        kept.set(sha256, query);
        shared?.keep(sha256, query);
      }
      return query;
    },
  };
}

function notFound({ documentId }: GraphqlParams, byHash: GraphQLFormattedError): GraphQLFormattedError {
  return documentId === undefined ? byHash : unknownId;
}

// Clients of automatic persisted queries look for exactly these messages and codes.
const notFoundHash = refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
const notSupported = refusal('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
const unknownId = refusal('PERSISTED_DOCUMENT_NOT_FOUND', 'There is no persisted document with this "documentId".');
const wrongHash = refusal('BAD_USER_INPUT', 'The "sha256Hash" is not the SHA-256 of the "query".');
const notPersisted = refusal(
  'PERSISTED_DOCUMENT_REQUIRED',
  'Only persisted documents are served here: name one with "documentId".',
);

function refusal(code: string, message: string): GraphQLFormattedError {
  return { message, extensions: { code } };
}
