import { type Connection, type Context, connectionOf, type Database, pageSize, StoaError } from 'stoa';
import { type ChosenFacet, chosenFacets } from '../facets/chosen-facets.ts';
import { translationLocale } from '../product-statement.ts';
import { countProducts, listProducts, type ProductPart, type ProductRow, readBySku } from '../product-store.ts';
import { countRanked, foundBy, listRanked, type RankedList, type RankedPart, sortedBy } from '../search/ranked-list.ts';
import { type SearchQuery, searchQuery } from '../search/search-query.ts';
import { mayBeSku, searchText } from '../search/search-terms.ts';
import { mostPages } from './list-address.ts';
import { idInCursor, productCursor } from './product-cursor.ts';

/** Arguments of `Query.products`; GraphQL clients may send null for each. */
export interface ListPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
  /** From 1 on. It counts where there is no `after`. */
  readonly page?: number | null;
  readonly search?: string | null;
  /** The slug of a category. */
  readonly category?: string | null;
  readonly sort?: string | null;
  /** Chosen values of facets. */
  readonly filter?: readonly string[] | null;
}

/** One page of products for `ProductConnection`. Fields that cost a query have their own resolvers. */
export interface ListPage extends Connection<ProductRow> {
  /** Undefined for the list of all products by id. */
  readonly ranked: Omit<RankedPart, 'list'> | undefined;
  readonly search: SearchQuery | undefined;
  /** Whose facets are counted. Undefined for lists that have none: all products, and those with a SKU. */
  readonly list: RankedList | undefined;
  readonly after: string | undefined;
  readonly skip: number;
  readonly locale: string | undefined;
}

/**
 * Reads one page by one query; a search and a filter have queries of their own before it. A search finds other forms of
 * its words where PostgreSQL knows the language of the answer. Throws BAD_USER_INPUT.
 */
export async function readListPage(
  context: Pick<Context, 'database' | 'locale' | 'shop'>,
  input: ListPageInput,
): Promise<ListPage> {
  const { database } = context;
  const locale = translationLocale(context);
  const size = pageSize(input.first);
  const after = input.after == null ? undefined : readCursor(input.after);
  const skip = after === undefined ? (pageNumber(input.page) - 1) * size : 0;
  const part = { after, skip, limit: size + 1, locale };
  const ranked = await readRanked(context, input, part);
  const rows = ranked?.rows ?? (await listProducts(database, part));
  const page = connectionOf({ rows, size, isLater: after !== undefined || skip > 0, cursorOf });
  return { ...page, ranked, list: ranked?.list, search: ranked?.search, after, skip, locale };
}

interface Ranked extends Omit<RankedPart, 'list'>, Pick<ListPage, 'search' | 'list'> {}

async function readRanked(
  { database, locale }: Pick<Context, 'database' | 'locale'>,
  { search, category, sort, filter }: ListPageInput,
  part: ProductPart,
): Promise<Ranked | undefined> {
  const chosen = await chosenFacets(database, filter);
  const text = searchText(search);
  if (text !== undefined) {
    const rows = mayBeSku(text) ? await readBySku<ProductRow>(database, [text], part.locale) : [];
    if (rows.length > 0)
      return {
        search: undefined,
        list: undefined,
        rows: part.skip > 0 ? [] : rows,
        offset: part.skip,
        total: rows.length,
      };
    const within = { language: searchLanguage(locale), locale: part.locale };
    return await find(database, await searchQuery(database, text, within), { ...part, chosen });
  }
  if (category == null && (sort ?? 'CHOSEN') === 'CHOSEN' && chosen.length === 0) return undefined;
  // PostgreSQL has no text with such a character, and no slug has it.
  const order = { category: category?.replaceAll('\0', ' '), sort: sort ?? 'CHOSEN' };
  const list = sortedBy(order, part.locale, chosen);
  return { search: undefined, ...(await listRanked(database, list, part)) };
}

function cursorOf({ productId }: ProductRow): string {
  return productCursor(productId);
}

function readCursor(cursor: string): string {
  const productId = idInCursor(cursor);
  if (productId === undefined) throw new StoaError('BAD_USER_INPUT', { text: 'list.noCursor' });
  return productId;
}

function pageNumber(page: number | null | undefined): number {
  const number = page ?? 1;
  if (number >= 1 && number <= mostPages) return number;
  throw new StoaError('BAD_USER_INPUT', { text: 'list.pageRefused', values: { most: mostPages } });
}

interface FilteredPart extends ProductPart {
  readonly chosen: readonly ChosenFacet[];
}

/** When no product has all words, those that no product is about do not count: "help me sleep" is "sleep". */
async function find(database: Database, search: SearchQuery, part: FilteredPart): Promise<Ranked> {
  const found = { search, ...(await listRanked(database, foundBy(search, part.chosen), part)) };
  if (found.total > 0 || search.relaxed === undefined) return found;
  // The search has found something, and the filter has left nothing of it.
  if (part.chosen.length > 0 && (await countRanked(database, foundBy(search, []))) > 0) return found;
  const relaxed = await find(database, search.relaxed, part);
  return relaxed.total > 0 ? relaxed : found;
}

/** How many products come before the page: up to the product of its cursor. */
export async function countBefore(
  database: Database,
  { after, skip, ranked }: Pick<ListPage, 'after' | 'skip' | 'ranked'>,
): Promise<number> {
  if (ranked !== undefined) return ranked.offset;
  return after === undefined ? skip : countProducts(database, after);
}

export async function countAll(database: Database, { ranked }: Pick<ListPage, 'ranked'>): Promise<number> {
  return ranked === undefined ? countProducts(database) : ranked.total;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * The name that PostgreSQL gives the language of a locale, such as `german` for `de-AT`. Not every language is one of
 * its text search configurations.
 */
function searchLanguage(locale: string): string {
  const name = languageNames.of(new Intl.Locale(locale).language) ?? '';
  // "Norwegian Bokmål" is Norwegian.
  return (name.split(' ')[0] ?? '').toLowerCase();
}
