import type { Database } from 'stoa';
import { isShown, productStatement } from '../product-statement.ts';
import type { ProductRow } from '../product-store.ts';
import type { SearchQuery } from './search-query.ts';

const readSimilar = productStatement(
  3,
  (columns, products) => `
  select ${columns} from similar_products($1::tsquery, $2, $3) join ${products} using (product_id)
  where ${isShown} order by place`,
);

/** Products that are about any word of a search, the best first. */
export function listSimilar(database: Database, search: SearchQuery, limit: number): Promise<readonly ProductRow[]> {
  return readSimilar<ProductRow>(database, [search.any, limit, search.locale ?? null], search.locale);
}
