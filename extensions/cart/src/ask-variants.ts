import DataLoader from 'dataloader';
import { type QueryResult, StoaError } from 'stoa';
import type { Context } from '../cart.gen.ts';

type Reference = { readonly sku: string } | null;

const moneyText = 'query ($sku: ID!) { variant(sku: $sku) { money } }';
const soldText = 'query ($skus: [ID!]!) { variants(skus: $skus) { sku } }';

/** One for each context, so that fields that ask at the same time share a question. */
const loaders = new WeakMap<Context, DataLoader<string, Reference>>();

/** What a piece costs now. Throws NOT_FOUND when the shop does not sell it. */
export async function findVariantMoney(context: Context, sku: string): Promise<number> {
  const { variant } = dataOf(await context.query(moneyText, { sku }));
  if (variant === null) throw new StoaError('NOT_FOUND', { text: 'rules.noVariant' });
  return variant.money;
}

/**
 * One reference for each variant that the shop sells, in order, and null for the others. A reference to one that is not
 * sold would be an error at each of its fields.
 */
export async function findSold(context: Context, skus: readonly string[]): Promise<readonly Reference[]> {
  const loader = loaders.get(context) ?? new DataLoader((wanted) => askSold(context, wanted));
  loaders.set(context, loader);
  return await Promise.all(skus.map((sku) => loader.load(sku)));
}

async function askSold(context: Context, skus: readonly string[]): Promise<readonly Reference[]> {
  // What stays in a WeakMap stays in memory until a full collection, and the request with it.
  loaders.delete(context);
  const { variants } = dataOf(await context.query(soldText, { skus }));
  return skus.map((sku, place) => (variants[place] == null ? null : { sku }));
}

/** Without this, an outage of the catalog would look like variants that do not exist. */
function dataOf<Data>({ data, errors }: QueryResult<Data>): Data {
  if (data == null || (errors !== undefined && errors.length > 0))
    throw new AggregateError(errors ?? [], `the shop does not say what it sells: ${errors?.[0]?.message}`);
  return data;
}
