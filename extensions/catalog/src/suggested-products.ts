import type { Database } from 'stoa';
import type { ListPage } from './list/list-page.ts';
import { listProducts, type ProductRow } from './product-store.ts';
import { listSimilar } from './search/search-store.ts';

const suggestionCount = 4;

/**
 * What is about any word of a search that found nothing, then what the list begins with. Empty when it found something.
 */
export async function findSuggestions(
  database: Database,
  { search, ranked, locale }: Pick<ListPage, 'search' | 'ranked' | 'locale'>,
): Promise<readonly ProductRow[]> {
  if (search === undefined || ranked === undefined || ranked.total > 0) return [];
  const similar = await listSimilar(database, search, suggestionCount);
  if (similar.length === suggestionCount) return similar;
  const known = new Set(similar.map(({ productId }) => productId));
  const others = await listProducts(database, {
    after: undefined,
    skip: 0,
    limit: suggestionCount + known.size,
    locale,
  });
  return [...similar, ...others.filter(({ productId }) => !known.has(productId))].slice(0, suggestionCount);
}
