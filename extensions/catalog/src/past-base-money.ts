import type { Context } from 'stoa';

/** What a variant has cost before, until it did so no more. */
interface PastBaseMoney {
  readonly sku: string;
  /** Null: it was not sold until then. */
  readonly money: number | null;
  readonly until: string;
}

const pastText = `
  select sku, price_cents as money, sold_until as until from past_base_price where sku = any($1::text[])
  union all
  select v.sku, null, since from product_variant v join product using (product_id),
    lateral (select greatest(added_at, coalesce(first_shown, publish_at)) as since) sold
  where v.sku = any($1::text[]) and coalesce(first_shown, publish_at) <= now() and isfinite(since)
  order by sku, until`;

/** The earlier base prices of variants, the first ones first, after the time when each was not sold yet. One query. */
export function pastBaseMoney(
  { database }: Pick<Context, 'database'>,
  skus: readonly string[],
): Promise<readonly PastBaseMoney[]> {
  return database.query<PastBaseMoney>(pastText, [skus.filter((sku) => !sku.includes('\0'))]);
}
