import type { Resolvers } from '../pricing.gen.ts';
import { addUpCart, type PricedLine } from '../src/add-up-cart.ts';
import { cartVouchers, claimsOf } from '../src/cart-vouchers.ts';
import { findPrices } from '../src/find-prices.ts';
import { readRates } from '../src/tax-rates.ts';

export default {
  Cart: {
    totals: {
      // Two statements for all carts. What is no longer sold costs nothing, and is no line of the totals.
      batch: async (carts, _args, context) => {
        const variants = carts.flatMap(({ lines }) => lines.flatMap(({ variant }) => variant ?? []));
        const countries = carts.map(({ country }) => country);
        const [prices, rateOf] = await Promise.all([
          findPrices(context.database, variants),
          readRates(context, countries),
        ]);
        const unitOf = new Map(variants.map(({ sku }, place) => [sku, prices[place] ?? 0]));
        return carts.map(({ country, lines, claims }) => {
          const pricedLines = lines.flatMap(({ sku, quantity, variant }): PricedLine[] =>
            variant === null
              ? []
              : [{ sku, quantity, unit: unitOf.get(variant.sku) ?? 0, rate: rateOf(country, variant.taxClass) }],
          );
          const pricedClaims = claims.map(({ taxClass, ...claim }) => ({
            ...claim,
            rate: taxClass === null ? undefined : rateOf(country, taxClass),
          }));
          return addUpCart(pricedLines, pricedClaims);
        });
      },
    },
    claims: { batch: (carts, _args, context) => claimsOf(carts, context) },
    vouchers: { batch: (carts, _args, context) => cartVouchers(carts, context) },
  },
} satisfies Resolvers;
