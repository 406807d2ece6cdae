import { hash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Config } from '#config';
import { type Composition, mostPlansOf, type UncachedDocument } from '#engine';
import { fieldCosts } from './field-costs.ts';
import { rulesFor, stripSuggestion } from './introspection.ts';
import { type Amount, type CostParts, operationCost } from './operation-cost.ts';
import { checkLimits, type Extent, measureOperations } from './operation-limits.ts';

type GraphqlLimits = Config['graphql']['limits'];

/** A document text, parsed and validated. */
export type PreparedDocument = ValidDocument | InvalidDocument;

export interface ValidDocument {
  readonly kind: 'valid';
  /** Parsed without locations. */
  readonly document: DocumentNode;
  readonly text: string;
  readonly tokens: number;
  /** By operation name; '' for an operation without a name. */
  readonly operations: ReadonlyMap<string, { readonly extent: Extent; readonly cost: Amount }>;
  /** Whether an operation costs more than the limit, or may do so with some variables. */
  readonly mayExceedCost: boolean;
}

export interface InvalidDocument {
  readonly kind: 'invalid';
  readonly errors: readonly GraphQLFormattedError[];
}

export interface DocumentStore {
  /** Caches a text at its second request. */
  prepare(text: string): PreparedDocument;
  /** Caches a text at once: the sender announces that it will return. */
  keep(text: string): PreparedDocument;
}

export interface DocumentOptions {
  /** From gateway.yaml's `graphql.limits`. */
  readonly limits: GraphqlLimits;
  /** Whether documents may read the schema, and errors may suggest its names. */
  readonly introspection: boolean;
  /** The schema with the SDL's directives, which give costs. By default the schema itself. */
  readonly costSchema?: GraphQLSchema;
  /** What extensions say of the lists that several of them fill. */
  readonly types?: Composition['types'] | undefined;
}

// A client can correct its query with a few errors. A hostile query could cause hundreds.
const maxErrors = 20;

// Measured memory of a document and its plan.
const bytes = { document: 3000, token: 110, field: 700 };
const maxEntries = 2000;
const maxBytes = 16 * 1024 * 1024;

/**
 * Creates a document cache for one schema. It caches invalid documents too, so that repeated ones are cheap. It is
 * limited by entries and by estimated memory, and evicts the least recently used. A text that is requested once is
 * not cached.
 */
export function createDocumentStore(schema: GraphQLSchema, options: DocumentOptions): DocumentStore {
  const { limits, costSchema = schema, types } = options;
  const costs: CostParts = { schema: costSchema, costs: fieldCosts(costSchema, types), listSize: limits.listSize };
  const cache = new LRUCache<string, PreparedDocument>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (prepared, text) => 2 * text.length + sizeOf(prepared),
  });
  const seen = new RepeatFilter();
  const rules = rulesFor(options.introspection);
  const passing: PrepareOptions = { ...options, costs, noLocation: true, rules, stays: false };
  const add = (text: string): PreparedDocument => {
    const prepared = prepareDocument(text, schema, { ...passing, stays: true });
    cache.set(text, prepared);
    return prepared;
  };
  return {
    prepare: (text) => cache.get(text) ?? (seen.see(text) ? add(text) : prepareDocument(text, schema, passing)),
    keep: (text) => cache.get(text) ?? add(text),
  };
}

interface PrepareOptions extends DocumentOptions {
  readonly costs: CostParts;
  readonly noLocation: boolean;
  readonly rules: readonly ValidationRule[];
  readonly stays: boolean;
}

/**
 * Only errors need locations, and storing them takes a third of the time of a new text (measured: garbage
 * collection). So the gateway parses without locations, and parses again with them for a document that has an error.
 */
function prepareDocument(text: string, schema: GraphQLSchema, options: PrepareOptions): PreparedDocument {
  const { limits, introspection, costs, noLocation, rules, stays } = options;
  const placed = (): PreparedDocument => prepareDocument(text, schema, { ...options, noLocation: false });
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens, noLocation });
  } catch (error) {
    if (error instanceof GraphQLError) return invalid([error], 'GRAPHQL_PARSE_FAILED');
    // The parser is recursive. A thousand nested brackets overflow the stack.
    if (error instanceof RangeError)
      return invalid(
        [new GraphQLError('Syntax Error: The document nests too deeply to be read.')],
        'GRAPHQL_PARSE_FAILED',
      );
    throw error;
  }
  // The limits come first: they are cheap, and some validation rules are quadratic in the document's size.
  const extents = measureOperations(document);
  const beyond = checkLimits(extents, limits);
  if (beyond.length > 0 && noLocation) return placed();
  if (beyond.length > 0) return invalid(beyond.slice(0, maxErrors), 'GRAPHQL_VALIDATION_FAILED');
  const errors = validate(schema, document, rules, { maxErrors, hideSuggestions: !introspection });
  if (errors.length > 0 && noLocation) return placed();
  if (errors.length > 0) return invalid(eachOnce(errors, introspection), 'GRAPHQL_VALIDATION_FAILED');
  const { tokenCount: tokens = 0 } = document;
  const how = { costs, limit: limits.cost };
  const passing: UncachedDocument = { ...document, passing: true };
  const prepared = stays ? document : passing;
  return { kind: 'valid', document: prepared, text, tokens, ...measured(document, extents, how) };
}

function measured(
  document: DocumentNode,
  extents: ReadonlyMap<OperationDefinitionNode, Extent>,
  { costs, limit }: { readonly costs: CostParts; readonly limit: number },
): Pick<ValidDocument, 'operations' | 'mayExceedCost'> {
  const operations = new Map(
    [...extents].map(([operation, extent]) => [
      operation.name?.value ?? '',
      { extent, cost: operationCost(document, operation, costs) },
    ]),
  );
  const mayExceedCost = [...operations.values()].some(({ cost }) => !(typeof cost === 'number' && cost <= limit));
  return { operations, mayExceedCost };
}

// The same message at ten places becomes one error with ten locations.
function eachOnce(errors: readonly GraphQLError[], suggestions: boolean): readonly GraphQLError[] {
  const shown = (message: string): string => (suggestions ? message : stripSuggestion(message));
  return [...Map.groupBy(errors, ({ message }) => shown(message))].map(
    ([message, group]) => new GraphQLError(message, { nodes: group.flatMap(({ nodes }) => nodes ?? []) }),
  );
}

// Formatted at once, since an error object would keep the whole document in memory.
function invalid(errors: readonly GraphQLError[], code: string): PreparedDocument {
  return {
    kind: 'invalid',
    errors: errors.map((error) => ({ ...error.toJSON(), extensions: { ...error.extensions, code } })),
  };
}

function sizeOf(prepared: PreparedDocument): number {
  if (prepared.kind === 'invalid') return JSON.stringify(prepared.errors).length * 2;
  const { document, operations, tokens } = prepared;
  let fields = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { extent } = operations.get(definition.name?.value ?? '') ?? {};
    fields += (extent?.fields ?? 0) * mostPlansOf(document, definition);
  }
  return bytes.document + bytes.token * tokens + bytes.field * fields;
}

/** The number of marks, of four bytes each. A mark is overwritten after 4096 other texts, on average. */
const marks = 4096;

/**
 * Recognises texts that repeat. Some clients write values into each text: a flood of those takes no memory here and
 * displaces no cached text. Two texts rarely share a mark; then one of them is cached early.
 */
export class RepeatFilter {
  readonly #marks = new Uint32Array(marks);

  /** Whether the text was seen lately. Marks it as seen. */
  see(text: string): boolean {
    const mark = Number.parseInt(hash('sha256', text).slice(0, 8), 16);
    const index = mark % marks;
    const seen = this.#marks[index] === mark;
    this.#marks[index] = mark;
    return seen;
  }
}
