/**
 * What resolvers of lists need: rows in the order of their keys, and the pages of a connection. Runs in the browser,
 * too.
 */
import { StoaError } from '#extension-error';

/**
 * One row for each key, in the order of the keys; null where there is none. It is what a `{ batch }` resolver or a
 * batched `__resolveReference` answers.
 *
 * @example oneForEach(ids, products, (product) => product.productId);
 */
export function oneForEach<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
): readonly (Row | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}

/** All rows of each key, in the order of the keys. The rows of one key keep their order. */
export function listForEach<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
): readonly (readonly Row[])[] {
  const byKey = Map.groupBy(rows, keyOf);
  return keys.map((key) => byKey.get(key) ?? []);
}

// At most 18 digits, so every match is a bigint. No leading zero, so a row has only one id.
const rowIdPattern = /^[1-9][0-9]{0,17}$/;

/**
 * Whether a text can be the id of a row whose key is a `bigint` above 0. PostgreSQL rejects a statement with any other
 * text, so ask before a client's id becomes a parameter.
 */
export function isRowId(text: string): boolean {
  return rowIdPattern.test(text);
}

/** One page of a list: `edges`, `nodes` and `pageInfo` of a connection. */
export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node; readonly cursor: string }[];
  readonly nodes: readonly Node[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export interface ConnectionParts<Node> {
  /** The rows after the cursor. Read one more than `size`: it shows that there is a next page. */
  readonly rows: readonly Node[];
  readonly size: number;
  /** Whether the page comes after a cursor. */
  readonly isLater: boolean;
  readonly cursorOf: (node: Node) => string;
}

/** Makes a page of a connection. */
export function connectionOf<Node>({ rows, size, isLater, cursorOf }: ConnectionParts<Node>): Connection<Node> {
  const nodes = rows.slice(0, size);
  const edges = nodes.map((node) => ({ node, cursor: cursorOf(node) }));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: isLater,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

const defaultSize = 20;
const largestSize = 100;

/** The argument `first` of a connection: 1 to 100, or 20 without one. Throws BAD_USER_INPUT for another number. */
export function pageSize(first: number | null | undefined): number {
  const size = first ?? defaultSize;
  if (size >= 1 && size <= largestSize) return size;
  throw new StoaError('BAD_USER_INPUT', `"first" must be 1 to ${largestSize}, but is ${size}.`);
}

/** The cursor of a position in a list. `list` keeps cursors of two lists apart. */
export function encodeCursor(list: string, position: string): string {
  return Buffer.from(`${list}:${position}`).toString('base64url');
}

/** The position in a cursor. Undefined for any other text. The position may still be one that the list never had. */
export function decodeCursor(list: string, cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(list.length + 1);
  // The decoder accepts text that is not base64url. So a cursor is valid only if encoding gives the same text again.
  return encodeCursor(list, position) === cursor ? position : undefined;
}
