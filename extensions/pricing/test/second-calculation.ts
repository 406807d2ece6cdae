import type { PricedClaim, PricedLine } from '../src/add-up-cart.ts';
import { floor, isMore, minus, type Rational, rational, roundHalfUp, times } from './rational.ts';

/** The calculation of a cart once more, by exact fractions and another way: unit by unit. Shares no code with src. */
export function addUpExactly(lines: readonly PricedLine[], claims: readonly PricedClaim[]) {
  const ofKind = (kind: string) => claims.filter((claim) => claim.kind === kind);
  const amountsOf = (kind: string) => ofKind(kind).map(({ amount }) => amount);
  const gross = lines.map(({ unit, quantity }) => unit * quantity);
  const left = [...gross];
  const reductions: { label: string; amount: number }[] = [];
  const take = (label: string, wanted: number) => {
    const before = sum(left);
    const parts = shareOut(Math.min(wanted, sum(left)), left);
    for (const [place, part] of parts.entries()) left[place] = (left[place] ?? 0) - part;
    reductions.push({ label, amount: before - sum(left) });
  };
  for (const { label, amount } of ofKind('VOUCHER_PERCENT'))
    take(label, roundHalfUp(times(rational(sum(left)), rational(amount, 10_000))));
  for (const { label, amount } of ofKind('VOUCHER_AMOUNT')) take(label, amount);
  for (const { label } of ofKind('FREE_DELIVERY')) take(label, 0);
  const isFree = amountsOf('FREE_DELIVERY').length > 0;
  const delivery = isFree ? 0 : sum(amountsOf('DELIVERY'));
  const fees = sum(amountsOf('FEE'));
  return {
    goods: sum(gross),
    reduction: sum(gross) - sum(left),
    reductions,
    delivery: amountsOf('DELIVERY').length > 0 ? delivery : null,
    fees,
    total: sum(left) + delivery + fees,
    taxes: exactTaxes(
      lines,
      left,
      claims.filter(({ kind }) => kind === 'FEE' || (kind === 'DELIVERY' && !isFree)),
    ),
    lines: lines.map((line, place) => ({
      ...line,
      gross: gross[place] ?? 0,
      reduction: (gross[place] ?? 0) - (left[place] ?? 0),
    })),
  };
}

function exactTaxes(lines: readonly PricedLine[], left: readonly number[], additions: readonly PricedClaim[]) {
  const rateOf = (rate: number | null) => rate ?? -1;
  const rates = [...new Set(lines.map(({ rate }) => rateOf(rate)))].sort((one, other) => other - one);
  const weights = rates.map((rate) => sum(left.filter((_part, place) => rateOf(lines[place]?.rate ?? null) === rate)));
  const parts = shareOut(sum(additions.filter(({ rate }) => rate === undefined).map(({ amount }) => amount)), weights);
  const owned = additions.flatMap(({ rate, amount }) => (rate === undefined ? [] : [{ rate: rateOf(rate), amount }]));
  return [...new Set([...rates, ...owned.map(({ rate }) => rate)])]
    .filter((rate) => rate >= 0)
    .sort((one, other) => other - one)
    .map((rate) => {
      const place = rates.indexOf(rate);
      const own = sum(owned.filter((addition) => addition.rate === rate).map(({ amount }) => amount));
      const amount = (weights[place] ?? 0) + (parts[place] ?? 0) + own;
      const exactNet = times(rational(amount), rational(10_000, 10_000 + rate));
      const tax = roundHalfUp(minus(rational(amount), exactNet));
      return { rate, net: amount - tax, tax };
    });
}

/** Gives each its whole part, then one unit after the other to what lacks most. */
function shareOut(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (all === 0) return weights.map((_weight, place) => (place === 0 ? amount : 0));
  const exact = weights.map((weight) => times(rational(amount), rational(weight, all)));
  const given = exact.map(floor);
  const lacks = (place: number): Rational => minus(exact[place] ?? rational(0), rational(given[place] ?? 0));
  while (sum(given) < amount) {
    let most = 0;
    for (const place of given.keys()) if (isMore(lacks(place), lacks(most))) most = place;
    given[most] = (given[most] ?? 0) + 1;
  }
  return given;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
