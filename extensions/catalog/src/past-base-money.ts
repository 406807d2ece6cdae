import type { Context } from 'stoa';

/** What a variant has cost before, until it did so no more. */
interface PastBaseMoney {
  readonly sku: string;
  readonly money: number;
  readonly until: string;
}

const pastText = `
  select sku, price_cents as money, sold_until as until from past_base_price where sku = any($1::text[])
  order by sku, sold_until`;

/** The earlier base prices of variants, the first ones first. One query. */
export function pastBaseMoney(
  { database }: Pick<Context, 'database'>,
  skus: readonly string[],
): Promise<readonly PastBaseMoney[]> {
  return database.query<PastBaseMoney>(pastText, [skus.filter((sku) => !sku.includes('\0'))]);
}
