import { type DocumentNode, GraphQLError, Kind, parse } from 'graphql';

/** A string or template literal of a source text that is a GraphQL document with an operation in it. */
export interface LiteralDocument {
  readonly text: string;
  readonly document: DocumentNode;
  /** Where its text begins. */
  readonly offset: number;
}

/** A call in code that names a route or page: `context.url('addReview')`, `useForm('addReview')`. */
export interface NamedCall {
  readonly kind: 'url' | 'useForm';
  readonly name: string;
  readonly offset: number;
}

/**
 * Every literal that graphql-js can parse, wherever it is used. TypeScript 7 has no compiler API, and none is needed: no
 * other text parses as an operation. Not found is what is put together from parts, or has a backslash in it.
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
    if (error instanceof GraphQLError) return undefined; // a text like any other
    throw error;
  }
}

/** Calls with a literal name. What they name may be nothing of the shop's: whoever reads this looks it up. */
export function namedCalls(source: string): readonly NamedCall[] {
  return [...source.matchAll(/\b(url|useForm)\(\s*(['"`])([\w.-]+)\2/g)].map((match) => ({
    kind: match[1] === 'url' ? 'url' : 'useForm',
    name: match[3] ?? '',
    offset: match.index,
  }));
}
