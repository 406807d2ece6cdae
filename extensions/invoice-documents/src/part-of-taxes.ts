import type { Tax } from './read-order.ts';

/** In the smallest unit of the currency, as whole numbers whose products are below 2^53. */
interface Part {
  readonly total: number;
  /** What was credited before, and what is with this part. */
  readonly from: number;
  readonly to: number;
}

/**
 * The VAT in a part of an order: by how much its share has grown, so that all parts together have the VAT of the order.
 * What is credited of a rate is rounded down, and the tax in it half up.
 */
export function partOfTaxes(taxes: readonly Tax[], { total, from, to }: Part): readonly Tax[] {
  const before = shareOf(taxes, from, total);
  return shareOf(taxes, to, total).map(({ rate, net, tax }, index) => ({
    rate,
    net: net - (before[index]?.net ?? 0),
    tax: tax - (before[index]?.tax ?? 0),
  }));
}

/** What is rounded are sums over the rates, not the rates one by one: so they add up to what is credited. */
function shareOf(taxes: readonly Tax[], credited: number, total: number): readonly Tax[] {
  const roundDown = (amount: number) => Math.floor((amount * credited) / total);
  const roundHalfUp = (amount: number) => Math.floor((2 * amount * credited + total) / (2 * total));
  let sum = 0;
  return taxes.map(({ rate, net, tax }) => {
    const start = roundDown(sum);
    sum += net + tax;
    const part = roundHalfUp(tax);
    return { rate, net: roundDown(sum) - start - part, tax: part };
  });
}
