import type { Database } from 'stoa';
import { createLoaders } from './loaders.ts';

/** A variant before any reduction. */
export interface VariantPrice {
  readonly sku: string;
  readonly baseMoney: number;
}

/** Whether a price list holds now. */
export const isNow = 'valid_from <= now() and (valid_until is null or valid_until > now())';
const pricesText = `
  select distinct on (sku) sku, amount from list_price join price_list using (price_list_id)
  where sku = any($1::text[]) and ${isNow}
  order by sku, priority desc, valid_from desc, price_list_id desc`;

const loaderOf = createLoaders(async (database: Database, skus: readonly string[]) => {
  const rows = await database.query<{ readonly sku: string; readonly amount: number }>(pricesText, [skus]);
  const amounts = new Map(rows.map(({ sku, amount }) => [sku, amount]));
  return skus.map((sku) => amounts.get(sku));
});

/** What each variant costs now: the price of a list, else its base price. */
export async function findPrices(database: Database, variants: readonly VariantPrice[]): Promise<readonly number[]> {
  const loader = loaderOf(database);
  return await Promise.all(variants.map(async ({ sku, baseMoney }) => (await loader.load(sku)) ?? baseMoney));
}
