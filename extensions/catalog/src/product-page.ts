import type { Database } from 'stoa';
import { badInput } from './bad-input.ts';
import { decodeCursor, encodeCursor } from './product-cursor.ts';
import { countProducts, findIdBefore, listProducts, listSimilar, type ProductRow } from './product-store.ts';
import { type SearchQuery, searchQuery } from './search-query.ts';
import { searchText } from './search-terms.ts';

/** Arguments of `Query.products`; GraphQL clients may send null for each. */
export interface ProductPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly search?: string | null;
}

/** One page of products for `ProductConnection`. `totalCount` and `previousCursor` have their own resolvers. */
export interface ProductPage {
  readonly edges: readonly { readonly node: ProductRow; readonly cursor: string }[];
  readonly nodes: readonly ProductRow[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Undefined for the list of all products. */
  readonly search: SearchQuery | undefined;
  readonly after: string | undefined;
  readonly size: number;
}

const defaultSize = 20;
const largestSize = 100;

/**
 * Reads one page with one query, or with a search's own before it. `language` is the name of a text search
 * configuration of PostgreSQL; without such a one, words have no other forms. Throws BAD_USER_INPUT for an invalid size or cursor.
 */
export async function readProductPage(
  database: Database,
  input: ProductPageInput,
  language: string,
): Promise<ProductPage> {
  const size = input.first ?? defaultSize;
  if (size < 1 || size > largestSize) throw badInput(`"first" must be 1 to ${largestSize}, but is ${size}.`);
  const after = input.after == null ? undefined : readCursor(input.after);
  const text = searchText(input.search);
  const search = text === undefined ? undefined : await searchQuery(database, text, language);

  // One row more than requested shows whether there is a next page.
  const rows = await listProducts(database, { after, search, limit: size + 1 });
  const nodes = rows.slice(0, size);
  const edges = nodes.map((node) => ({ node, cursor: encodeCursor(node.productId) }));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: after !== undefined,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    search,
    after,
    size,
  };
}

/** The cursor of the previous page of the same size; null for a page after the start. */
export async function findPreviousCursor(
  database: Database,
  { after, search, size }: Pick<ProductPage, 'after' | 'search' | 'size'>,
): Promise<string | null> {
  if (after === undefined) return null;
  const productId = await findIdBefore(database, { from: after, search, count: size });
  return productId === undefined ? null : encodeCursor(productId);
}

/** What has any word of a search that found nothing; else what the list begins with. Empty when it found something. */
export async function findSuggestions(
  database: Database,
  { search }: Pick<ProductPage, 'search'>,
): Promise<readonly ProductRow[]> {
  if (search === undefined || (await countProducts(database, search)) > 0) return [];
  const similar = await listSimilar(database, search, suggestionCount);
  if (similar.length > 0) return similar;
  return await listProducts(database, { after: undefined, search: undefined, limit: suggestionCount });
}

const suggestionCount = 4;

function readCursor(cursor: string): string {
  const productId = decodeCursor(cursor);
  if (productId === undefined) throw badInput('"after" is not a cursor of this list.');
  return productId;
}
