import type { Tax } from './read-order.ts';

interface Part {
  readonly total: number;
  /** What was credited before, and what is with this part. */
  readonly from: number;
  readonly to: number;
}

/** The VAT in a part of an order. All parts of an order together have its VAT, to the cent. */
export function partOfTaxes(taxes: readonly Tax[], { total, from, to }: Part): readonly Tax[] {
  const before = upTo(taxes, from / total);
  return upTo(taxes, to / total).map(({ rate, net, tax }, index) => ({
    rate,
    net: net - (before[index]?.net ?? 0),
    tax: tax - (before[index]?.tax ?? 0),
  }));
}

// The sums are rounded, and not the rates one by one: so they add up to what is credited.
function upTo(taxes: readonly Tax[], share: number): readonly Tax[] {
  let sum = 0;
  return taxes.map(({ rate, net, tax }) => {
    const start = Math.round(sum * share);
    sum += net + tax;
    const part = Math.round(tax * share);
    return { rate, net: Math.round(sum * share) - start - part, tax: part };
  });
}
