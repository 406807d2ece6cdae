import type { Resolvers } from '../pricing.gen.ts';
import { addUpCart, type PricedLine } from '../src/add-up-cart.ts';
import { cartVouchers, claimsOf } from '../src/cart-vouchers.ts';
import { ratesOf } from '../src/tax-rates.ts';

export default {
  Query: {
    vatIncluded: (_root, _args, context) => (ratesOf(context)(context.shop.country, 'standard') ?? 0) > 0,
  },
  Cart: {
    // What is no longer sold costs nothing, and is no line of the totals.
    totals: ({ country, lines, claims }, _args, context) => {
      const rateOf = ratesOf(context);
      const pricedLines = lines.flatMap(({ sku, quantity, variant }): PricedLine[] =>
        variant === null ? [] : [{ sku, quantity, unit: variant.money, rate: rateOf(country, variant.taxClass) }],
      );
      const pricedClaims = claims.map(({ taxClass, ...claim }) => ({
        ...claim,
        rate: taxClass === null ? undefined : rateOf(country, taxClass),
      }));
      return addUpCart(pricedLines, pricedClaims);
    },
    claims: { batch: (carts, _args, context) => claimsOf(carts, context) },
    vouchers: { batch: (carts, _args, context) => cartVouchers(carts, context) },
  },
} satisfies Resolvers;
