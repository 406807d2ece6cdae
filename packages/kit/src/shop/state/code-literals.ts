import { type DocumentNode, GraphQLError, Kind, parse } from 'graphql';

/** A string or template literal in source code that is a GraphQL document with an operation. */
export interface LiteralDocument {
  readonly text: string;
  readonly document: DocumentNode;
  readonly offset: number;
}

/** A call that names a route or page: `context.url('addReview')`, `useForm('addReview')`. */
export interface NamedCall {
  readonly kind: 'url' | 'useForm';
  readonly name: string;
  readonly offset: number;
}

/**
 * Every literal that graphql-js parses as an operation, because no other text does. It needs no compiler API, which
 * TypeScript 7 does not have. It misses concatenated texts and literals with a backslash.
 */
export function literalDocuments(source: string): readonly LiteralDocument[] {
  const found: LiteralDocument[] = [];
  for (const match of source.matchAll(/(['"`])(?=\s*(?:#|\{|(?:query|mutation|fragment)\b))/g)) {
    const [quote] = match;
    const offset = match.index + 1;
    const end = source.indexOf(quote, offset);
    if (end === -1) continue;
    const text = source.slice(offset, end);
    if (text.includes('\\') || (quote === '`' ? text.includes('${') : text.includes('\n'))) continue;
    const document = parseOperation(text);
    if (document !== undefined) found.push({ text, document, offset });
  }
  return found;
}

function parseOperation(text: string): DocumentNode | undefined {
  try {
    const document = parse(text);
    return document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION) ? document : undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return undefined; // The literal is no GraphQL.
    throw error;
  }
}

/** Calls with a literal name. The caller must look the name up, because it may not be a route or page. */
export function namedCalls(source: string): readonly NamedCall[] {
  return [...source.matchAll(/\b(url|useForm)\(\s*(['"`])([\w.-]+)\2/g)].map((match) => ({
    kind: match[1] === 'url' ? 'url' : 'useForm',
    name: match[3] ?? '',
    offset: match.index,
  }));
}
