import type { Database } from 'stoa';

interface VariantPrice {
  readonly sku: string;
  readonly baseMoney: number;
}

const pricesText = `
  select distinct on (sku) sku, amount from list_price join price_list using (price_list_id)
  where sku = any($1::text[]) and valid_from <= now() and (valid_until is null or valid_until > now())
  order by sku, priority desc, valid_from desc, price_list_id desc`;

/** Statements of one context. Fields of one list ask for the same prices, and share the answer. */
const asked = new WeakMap<Database, Map<string, Promise<ReadonlyMap<string, number>>>>();

/** What each variant costs now: the price of a list, else its base price. One statement, or none without variants. */
export async function findPrices(database: Database, variants: readonly VariantPrice[]): Promise<readonly number[]> {
  if (variants.length === 0) return [];
  const listed = await findListed(database, [...new Set(variants.map(({ sku }) => sku))].sort());
  return variants.map(({ sku, baseMoney }) => listed.get(sku) ?? baseMoney);
}

function findListed(database: Database, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const key = JSON.stringify(skus);
  const answers = asked.get(database) ?? new Map<string, Promise<ReadonlyMap<string, number>>>();
  asked.set(database, answers);
  const answer = answers.get(key) ?? readListed(database, skus);
  answers.set(key, answer);
  return answer;
}

async function readListed(database: Database, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ readonly sku: string; readonly amount: number }>(pricesText, [skus]);
  return new Map(rows.map(({ sku, amount }) => [sku, amount]));
}
