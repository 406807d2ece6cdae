import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { checkLimits, type OperationLimits } from './operation-limits.ts';

/** A document text, parsed and validated: ready to run, or ready to be refused. */
export type PreparedDocument =
  | { readonly kind: 'valid'; readonly document: DocumentNode }
  | { readonly kind: 'invalid'; readonly errors: readonly GraphQLFormattedError[] };

/** Parses and validates each document text once. */
export interface DocumentStore {
  prepare(text: string): PreparedDocument;
}

// A client needs a few errors to mend its query; a hostile one would have us write hundreds.
const maxErrors = 20;

// An AST with its locations takes about 500 bytes a token (measured), which is up to 200 times its text; the plan that
// hangs on it takes as much again.
const bytesPerToken = 1000;
const maxEntries = 2000;
const maxBytes = 64 * 1024 * 1024;

/**
 * A store for one schema. Invalid documents are kept too, so that repeating one is as cheap as repeating a valid one.
 * Bounded by entries and by estimated memory; the least recently used goes first.
 */
export function createDocumentStore(
  schema: GraphQLSchema,
  limits: OperationLimits & { readonly tokens: number },
): DocumentStore {
  const cache = new LRUCache<string, PreparedDocument>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (prepared, text) => 2 * text.length + sizeOf(prepared),
  });
  return {
    prepare: (text) => {
      const known = cache.get(text);
      if (known !== undefined) return known;
      const prepared = prepareDocument(text, schema, limits);
      cache.set(text, prepared);
      return prepared;
    },
  };
}

function prepareDocument(
  text: string,
  schema: GraphQLSchema,
  limits: OperationLimits & { readonly tokens: number },
): PreparedDocument {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return invalid([error], 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
  // The limits first: they are cheap, and some validation rules are quadratic in the size of the document.
  const beyond = checkLimits(document, limits);
  if (beyond.length > 0) return invalid(beyond.slice(0, maxErrors), 'GRAPHQL_VALIDATION_FAILED');
  const errors = validate(schema, document, specifiedRules, { maxErrors });
  return errors.length > 0 ? invalid(errors, 'GRAPHQL_VALIDATION_FAILED') : { kind: 'valid', document };
}

// Formatted at once: an error object would keep the whole document in memory.
function invalid(errors: readonly GraphQLError[], code: string): PreparedDocument {
  return {
    kind: 'invalid',
    errors: errors.map((error) => ({ ...error.toJSON(), extensions: { ...error.extensions, code } })),
  };
}

function sizeOf(prepared: PreparedDocument): number {
  if (prepared.kind === 'invalid') return JSON.stringify(prepared.errors).length * 2;
  return 1 + bytesPerToken * (prepared.document.tokenCount ?? 0);
}
