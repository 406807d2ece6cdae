import { type Connection, type Context, connectionOf, type Database, pageSize, StoaError } from 'stoa';
import { idInCursor, productCursor } from './product-cursor.ts';
import { translationLocale } from './product-statement.ts';
import {
  countProducts,
  countUpTo,
  findIdBefore,
  listProducts,
  type ProductPart,
  type ProductRow,
} from './product-store.ts';
import { searchLanguage } from './search-language.ts';
import { type SearchQuery, searchQuery } from './search-query.ts';
import { countFoundUpTo, findIdBeforeFound, listFound } from './search-store.ts';
import { searchText } from './search-terms.ts';

/** Arguments of `Query.products`; GraphQL clients may send null for each. */
export interface ListPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly search?: string | null;
}

/** One page of products for `ProductConnection`. Fields that cost a query have their own resolvers. */
export interface ListPage extends Connection<ProductRow> {
  /** Undefined for the list of all products. */
  readonly found: { readonly search: SearchQuery; readonly total: number } | undefined;
  readonly after: string | undefined;
  readonly size: number;
  readonly locale: string | undefined;
}

/**
 * Reads one page with one query, or with a search's own before it. A search finds other forms of its words where
 * PostgreSQL knows the language of the answer. Throws BAD_USER_INPUT.
 */
export async function readListPage(
  context: Pick<Context, 'database' | 'locale' | 'shop'>,
  input: ListPageInput,
): Promise<ListPage> {
  const { database } = context;
  const locale = translationLocale(context);
  const size = pageSize(input.first);
  const after = input.after == null ? undefined : readCursor(input.after);
  const text = searchText(input.search);
  const part = { after, limit: size + 1, locale };
  const search =
    text === undefined
      ? undefined
      : await searchQuery(database, text, { language: searchLanguage(context.locale), locale });
  const found = search === undefined ? undefined : await find(database, search, part);
  const rows = found?.rows ?? (await listProducts(database, part));
  const page = connectionOf({ rows, size, isLater: after !== undefined, cursorOf });
  return { ...page, found, after, size, locale };
}

function cursorOf({ productId }: ProductRow): string {
  return productCursor(productId);
}

function readCursor(cursor: string): string {
  const productId = idInCursor(cursor);
  if (productId === undefined) throw new StoaError('BAD_USER_INPUT', { text: 'list.noCursor' });
  return productId;
}

/** When no product has all words, those that no product is about do not count: "help me sleep" is "sleep". */
async function find(
  database: Database,
  search: SearchQuery,
  part: ProductPart,
): Promise<{ readonly search: SearchQuery; readonly total: number; readonly rows: readonly ProductRow[] }> {
  const found = await listFound(database, search, part);
  if (found.total > 0 || search.relaxed === undefined) return { search, ...found };
  const relaxed = await find(database, search.relaxed, part);
  return relaxed.total > 0 ? relaxed : { search, ...found };
}

/** The cursor of the previous page of the same size; null for a page after the start. */
export async function findPreviousCursor(
  database: Database,
  { after, found, size }: Pick<ListPage, 'after' | 'found' | 'size'>,
): Promise<string | null> {
  if (after === undefined) return null;
  const productId =
    found === undefined
      ? await findIdBefore(database, after, size)
      : await findIdBeforeFound(database, found.search, { from: after, count: size });
  return productId === undefined ? null : productCursor(productId);
}

/** How many products come before the page: up to the product of its cursor. */
export async function countBefore(
  database: Database,
  { after, found }: Pick<ListPage, 'after' | 'found'>,
): Promise<number> {
  if (after === undefined) return 0;
  return found === undefined ? countUpTo(database, after) : countFoundUpTo(database, found.search, after);
}

export async function countAll(database: Database, { found }: Pick<ListPage, 'found'>): Promise<number> {
  return found === undefined ? countProducts(database) : found.total;
}
