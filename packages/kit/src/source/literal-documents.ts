import { type DocumentNode, GraphQLError, Kind, parse } from 'graphql';
import { callsOf } from './module-queries.ts';
import { findNodes, literalText, type SourceModule, startOf } from './syntax-tree.ts';

/** A literal in source code that is a GraphQL document with an operation. */
interface LiteralDocument {
  readonly text: string;
  readonly document: DocumentNode;
  readonly offset: number;
}

const known = new WeakMap<SourceModule, readonly LiteralDocument[]>();

/** Every literal that graphql-js parses as an operation, because no other text does. Misses concatenated texts. */
export function literalDocuments(module: SourceModule): readonly LiteralDocument[] {
  const found = known.get(module) ?? findDocuments(module);
  known.set(module, found);
  return found;
}

function findDocuments({ program }: SourceModule): readonly LiteralDocument[] {
  return findNodes(program, 'StringLiteral', 'TemplateLiteral').flatMap((node) => {
    const text = literalText(node);
    const document = text === undefined ? undefined : parseOperation(text);
    return text === undefined || document === undefined ? [] : [{ text, document, offset: startOf(node) + 1 }];
  });
}

function parseOperation(text: string): DocumentNode | undefined {
  const document = parseIfWellFormed(text);
  return document?.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION) ? document : undefined;
}

/** Undefined for a text that is no GraphQL. */
export function parseIfWellFormed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** A call that names a route or page: `context.url('addReview')`, `useForm('addReview')`. */
export interface RouteCall {
  readonly kind: 'url' | 'useForm';
  readonly name: string;
  /** Whether it is `context.url` or `useForm`. Other functions are called "url", too. */
  readonly isSure: boolean;
  readonly offset: number;
}

export function routeCalls({ program }: SourceModule): readonly RouteCall[] {
  return callsOf(program, ['url', 'useForm']).flatMap(({ name: called, of, given, offset }) => {
    const name = literalText(given[0]);
    if (name === undefined) return [];
    const kind = called === 'url' ? 'url' : 'useForm';
    return [{ kind, name, isSure: kind === 'useForm' || of === 'context', offset }];
  });
}
