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
import type { GraphqlLimits } from '../../config/config.ts';
import { factsOf } from '../../plan/operation-entry.ts';
import { mostVariants, type PassingDocument } from '../../plan/plan-cache.ts';
import { fieldCosts } from './field-costs.ts';
import { rulesFor, withoutSuggestion } from './introspection.ts';
import { type Amount, type CostParts, operationCost } from './operation-cost.ts';
import { checkLimits, type Extent, measureOperations } from './operation-limits.ts';
import { SeenTexts } from './seen-texts.ts';

/** A document text, parsed and validated: ready to run, or ready to be refused. */
export type PreparedDocument = ValidDocument | InvalidDocument;

export interface ValidDocument {
  readonly kind: 'valid';
  /** Without locations. */
  readonly document: DocumentNode;
  readonly text: string;
  readonly tokens: number;
  /** By name; '' for the one without. */
  readonly operations: ReadonlyMap<string, MeasuredOperation>;
  /** An operation of it costs more than the limit, or may do so with some variables. */
  readonly mayBeTooDear: boolean;
}

export interface InvalidDocument {
  readonly kind: 'invalid';
  readonly errors: readonly GraphQLFormattedError[];
}

export interface MeasuredOperation {
  readonly extent: Extent;
  readonly cost: Amount;
}

/** Parses and validates document texts. */
export interface DocumentStore {
  /** Keeps what is asked for a second time. */
  prepare(text: string): PreparedDocument;
  /** Keeps it at once: for a text whose sender says that it will come again. */
  keep(text: string): PreparedDocument;
}

export interface DocumentOptions {
  /** From gateway.yaml. */
  readonly limits: GraphqlLimits;
  /** Whether documents may read the schema, and errors suggest names of it. */
  readonly introspection: boolean;
  /** The schema with the SDL's directives, which say what fields cost; the schema itself when left out. */
  readonly costSchema?: GraphQLSchema;
}

// A client needs a few errors to mend its query; a hostile one would have us write hundreds.
const maxErrors = 20;

// What a document and the plan that hangs on it take (measured).
const bytes = { document: 3000, token: 110, field: 700 };
const maxEntries = 2000;
const maxBytes = 16 * 1024 * 1024;

/**
 * A store for one schema. Invalid documents are kept too, so that repeating one is as cheap as repeating a valid one.
 * Bounded by entries and by estimated memory; the least recently used goes first. A text that comes once leaves nothing.
 */
export function createDocumentStore(schema: GraphQLSchema, options: DocumentOptions): DocumentStore {
  const { limits, costSchema = schema } = options;
  const costs: CostParts = { schema: costSchema, costs: fieldCosts(costSchema), listSize: limits.listSize };
  const cache = new LRUCache<string, PreparedDocument>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (prepared, text) => 2 * text.length + sizeOf(prepared),
  });
  const seen = new SeenTexts();
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
  /** Whether it is kept for the next request. */
  readonly stays: boolean;
}

/**
 * Locations are for errors, and keeping them takes a third of the time of a text that is new (measured: their garbage). So a
 * document is parsed without them, and once more with them when there is an error to be placed.
 */
function prepareDocument(text: string, schema: GraphQLSchema, options: PrepareOptions): PreparedDocument {
  const { limits, introspection, costs, noLocation, rules, stays } = options;
  const placed = (): PreparedDocument => prepareDocument(text, schema, { ...options, noLocation: false });
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens, noLocation });
  } catch (error) {
    if (error instanceof GraphQLError) return invalid([error], 'GRAPHQL_PARSE_FAILED');
    // The parser is recursive: a thousand nested brackets end its stack.
    if (error instanceof RangeError) return invalid([tooDeep()], 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
  // The limits first: they are cheap, and some validation rules are quadratic in the size of the document.
  const extents = measureOperations(document);
  const beyond = checkLimits(extents, limits);
  if (beyond.length > 0 && noLocation) return placed();
  if (beyond.length > 0) return invalid(beyond.slice(0, maxErrors), 'GRAPHQL_VALIDATION_FAILED');
  const errors = validate(schema, document, rules, { maxErrors, hideSuggestions: !introspection });
  if (errors.length > 0 && noLocation) return placed();
  if (errors.length > 0) return invalid(eachOnce(errors, introspection), 'GRAPHQL_VALIDATION_FAILED');
  const { tokenCount: tokens = 0 } = document;
  const how = { costs, limit: limits.cost };
  const passing: PassingDocument = { ...document, passing: true };
  const prepared = stays ? document : passing;
  return { kind: 'valid', document: prepared, text, tokens, ...measured(document, extents, how) };
}

function tooDeep(): GraphQLError {
  return new GraphQLError('Syntax Error: The document nests too deeply to be read.');
}

function measured(
  document: DocumentNode,
  extents: ReadonlyMap<OperationDefinitionNode, Extent>,
  { costs, limit }: { readonly costs: CostParts; readonly limit: number },
): Pick<ValidDocument, 'operations' | 'mayBeTooDear'> {
  const operations = new Map(
    [...extents].map(([operation, extent]) => [
      operation.name?.value ?? '',
      { extent, cost: operationCost(document, operation, costs) },
    ]),
  );
  const mayBeTooDear = [...operations.values()].some(({ cost }) => !(typeof cost === 'number' && cost <= limit));
  return { operations, mayBeTooDear };
}

// Ten times the same unknown directive is one mistake, made in ten places.
function eachOnce(errors: readonly GraphQLError[], suggestions: boolean): readonly GraphQLError[] {
  const shown = (message: string): string => (suggestions ? message : withoutSuggestion(message));
  return [...Map.groupBy(errors, ({ message }) => shown(message))].map(
    ([message, group]) => new GraphQLError(message, { nodes: group.flatMap(({ nodes }) => nodes ?? []) }),
  );
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
  const { document, operations, tokens } = prepared;
  let fields = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { extent } = operations.get(definition.name?.value ?? '') ?? {};
    fields += (extent?.fields ?? 0) * mostVariants(factsOf(document, definition));
  }
  return bytes.document + bytes.token * tokens + bytes.field * fields;
}
