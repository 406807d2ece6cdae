import type { Part } from 'stoa';
import type { Context, Resolvers } from '../pricing.gen.ts';
import { addUpCart, type PricedLine, type Totals } from '../src/add-up-cart.ts';
import { cartVouchers, claimsOf } from '../src/cart-vouchers.ts';
import { findPrices } from '../src/find-prices.ts';
import { readRates } from '../src/tax-rates.ts';

interface CartContent {
  readonly country: string;
  readonly claims: readonly {
    readonly kind: string;
    readonly label: string;
    readonly amount: number;
    readonly taxClass: string | null;
  }[];
  readonly lines: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly variant: { readonly sku: string; readonly baseMoney: number; readonly taxClass: string } | null;
  }[];
}

export default {
  Cart: {
    totals: { batch: (carts, _args, context) => totalsOf(carts, context) },
    claims: { batch: (carts, _args, context) => claimsOf(carts, context) },
    vouchers: { batch: (carts, _args, context) => cartVouchers(carts, context) },
  },
} satisfies Part<Resolvers>;

/** Two statements for all carts. What is no longer sold costs nothing, and is no line of the totals. */
async function totalsOf(carts: readonly CartContent[], context: Context): Promise<readonly Totals[]> {
  const variants = carts.flatMap(({ lines }) => lines.flatMap(({ variant }) => variant ?? []));
  const [prices, rateOf] = await Promise.all([
    findPrices(context.database, variants),
    readRates(
      context,
      carts.map(({ country }) => country),
    ),
  ]);
  const moneyOf = new Map(variants.map(({ sku }, place) => [sku, prices[place] ?? 0]));
  return carts.map(({ country, lines, claims }) => {
    const pricedLines = lines.flatMap(({ sku, quantity, variant }): PricedLine[] =>
      variant === null
        ? []
        : [{ sku, quantity, unit: moneyOf.get(variant.sku) ?? 0, rate: rateOf(country, variant.taxClass) }],
    );
    const pricedClaims = claims.map(({ kind, label, amount, taxClass }) => ({
      kind,
      label,
      amount,
      rate: taxClass === null ? undefined : rateOf(country, taxClass),
    }));
    return addUpCart(pricedLines, pricedClaims);
  });
}
