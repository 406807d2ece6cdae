import type { Part } from 'stoa';
import type { Context, Resolvers } from '../pricing.gen.ts';
import { findPrices } from '../src/find-prices.ts';

interface Priced {
  readonly variants: readonly { readonly sku: string; readonly baseMoney: number }[];
}

export default {
  Product: {
    price: { batch: async (products, _args, context) => (await moneyOf(products, context)).map(toPrice) },
    money: { batch: (products, _args, context) => moneyOf(products, context) },
  },
  Variant: {
    money: { batch: (variants, _args, { database }) => findPrices(database, variants) },
  },
} satisfies Part<Resolvers>;

/** What the first variant of each product costs; an error for a product without any. */
async function moneyOf(products: readonly Priced[], { database }: Context): Promise<readonly (number | Error)[]> {
  const firsts = products.map(({ variants: [first] }) => first);
  const found = firsts.filter((variant) => variant !== undefined);
  const prices = (await findPrices(database, found)).values();
  return firsts.map((variant) =>
    variant === undefined ? new Error('product has no variant') : (prices.next().value ?? 0),
  );
}

function toPrice(money: number | Error): number | Error {
  return money instanceof Error ? money : money / 100;
}
