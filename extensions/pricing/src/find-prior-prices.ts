import type { Context } from '../pricing.gen.ts';
import { findPrices, type VariantPrice } from './find-prices.ts';
import { createLoaders } from './loaders.ts';
import { type HeldPrice, lowestPrice, type PriceHistory, priorPrice } from './prior-price.ts';

/** Times are texts; null for no end. */
interface HeldRow {
  readonly sku: string;
  readonly money: number;
  readonly from: string;
  readonly until: string | null;
  readonly now: string;
}

const heldText = `
  select sku, amount as money, held_from as "from", nullif(held_until, 'infinity') as until, now() as now
  from (
    select sku, amount, price_list_id, priority, valid_from, held_from, held_until from listed_price
    union all
    select sku, amount, price_list_id, priority, valid_from, held_from, held_until from past_list_price) held
  where sku = any($1::text[]) and held_from <= now()
  order by priority desc, valid_from desc, price_list_id desc`;
const pastText = 'query ($skus: [ID!]!) { pastBaseMoney(skus: $skus) { sku money until } }';

const loaderOf = createLoaders(readHistories, { cacheKeyFn: ({ sku }) => sku });

/** What each variant has cost before its present reduction; null for one that is not reduced, which costs no statement. */
export async function findPriorPrices(
  context: Context,
  variants: readonly VariantPrice[],
): Promise<readonly (number | null)[]> {
  const prices = await findPrices(context.database, variants);
  const priorOf = async (variant: VariantPrice) => priorPrice(await loaderOf(context).load(variant)) ?? null;
  return await Promise.all(
    variants.map((variant, place) => ((prices[place] ?? 0) < variant.baseMoney ? priorOf(variant) : null)),
  );
}

/** The lowest price of each variant in the 30 days up to now; null for one that is not sold yet. */
export async function findLowestPrices(
  context: Context,
  variants: readonly VariantPrice[],
): Promise<readonly (number | null)[]> {
  return await Promise.all(variants.map(async (variant) => lowestPrice(await loaderOf(context).load(variant)) ?? null));
}

async function readHistories(context: Context, variants: readonly VariantPrice[]): Promise<readonly PriceHistory[]> {
  const skus = variants.map(({ sku }) => sku);
  const [rows, past] = await Promise.all([
    context.database.query<HeldRow>(heldText, [skus]),
    pastPrices(context, skus),
  ]);
  const held = Map.groupBy(rows, ({ sku }) => sku);
  const now = rows[0] === undefined ? Date.now() : timeOf(rows[0].now);
  return variants.map(({ sku, baseMoney }) => ({
    ...{ now, baseMoney, ...(past.get(sku) ?? { soldSince: -Infinity, past: [] }) },
    held: (held.get(sku) ?? []).map(heldPrice),
  }));
}

function heldPrice({ money, from, until }: HeldRow): HeldPrice {
  return { money, from: timeOf(from), until: timeOf(until) };
}

/** Milliseconds. */
function timeOf(text: string | null): number {
  return text === null ? Infinity : Date.parse(text);
}

/** Earlier base prices by SKU, and since when it is sold. */
async function pastPrices(
  context: Context,
  skus: readonly string[],
): Promise<ReadonlyMap<string, Pick<PriceHistory, 'past' | 'soldSince'>>> {
  const { data, errors } = await context.query(pastText, { skus });
  if (data == null || (errors !== undefined && errors.length > 0))
    throw new AggregateError(errors ?? [], `the catalog does not say what goods have cost: ${errors?.[0]?.message}`);
  const known = Map.groupBy(data.pastBaseMoney, ({ sku }) => String(sku));
  return new Map(
    [...known].map(([sku, entries]) => {
      const times = entries.map(({ money, until }) => ({ money, until: Date.parse(until) }));
      const soldSince = times.find(({ money }) => money === null)?.until ?? -Infinity;
      return [
        sku,
        { soldSince, past: times.flatMap(({ money, until }) => (money === null ? [] : [{ money, until }])) },
      ];
    }),
  );
}
