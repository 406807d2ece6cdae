import { divideHalfUp } from './divide-half-up.ts';
import { splitAmount } from './split-amount.ts';

export interface PricedLine {
  readonly sku: string;
  readonly quantity: number;
  /** Of one piece, with VAT. */
  readonly unit: number;
  /** In basis points; null where no rate is known. */
  readonly rate: number | null;
}

/** A part of the price that an extension asks for; `rate` is undefined where it has those of the goods. */
export interface PricedClaim {
  readonly kind: string;
  readonly label: string;
  readonly amount: number;
  readonly rate: number | null | undefined;
}

export interface LineTotal extends PricedLine {
  readonly gross: number;
  readonly reduction: number;
}

export interface TaxTotal {
  readonly rate: number;
  readonly net: number;
  readonly tax: number;
}

export interface ReductionTotal {
  readonly label: string;
  readonly amount: number;
}

export interface Totals {
  readonly goods: number;
  readonly reduction: number;
  readonly reductions: readonly ReductionTotal[];
  readonly delivery: number | null;
  readonly fees: number;
  readonly total: number;
  readonly taxes: readonly TaxTotal[];
  readonly lines: readonly LineTotal[];
}

/** Adds up a cart. Amounts with VAT are fixed, and VAT is derived from the total of each rate. */
export function addUpCart(pricedLines: readonly PricedLine[], claims: readonly PricedClaim[]): Totals {
  const { lines, reductions } = reduceLines(pricedLines, claims);
  const freeDeliveries = claims.filter(({ kind }) => kind === 'FREE_DELIVERY');
  const isFree = freeDeliveries.length > 0;
  const deliveries = claims.filter(({ kind }) => kind === 'DELIVERY');
  const feeClaims = claims.filter(({ kind }) => kind === 'FEE');
  const goods = sumOf(lines, ({ gross }) => gross);
  const reduction = sumOf(lines, (line) => line.reduction);
  const delivery = isFree ? 0 : sumOf(deliveries, ({ amount }) => amount);
  const fees = sumOf(feeClaims, ({ amount }) => amount);
  return {
    goods,
    reduction,
    reductions: [...reductions, ...freeDeliveries.map(({ label }) => ({ label, amount: 0 }))],
    delivery: deliveries.length === 0 ? null : delivery,
    fees,
    total: goods - reduction + delivery + fees,
    taxes: taxesOf(lines, isFree ? feeClaims : [...deliveries, ...feeClaims]),
    lines,
  };
}

/** Percents go first, each of what the ones before have left; then amounts, at most what is left. */
function reduceLines(pricedLines: readonly PricedLine[], claims: readonly PricedClaim[]) {
  const reductions: ReductionTotal[] = [];
  let lines: LineTotal[] = pricedLines.map((line) => ({ ...line, gross: line.unit * line.quantity, reduction: 0 }));
  for (const kind of ['VOUCHER_PERCENT', 'VOUCHER_AMOUNT']) {
    for (const { amount, label } of claims.filter((claim) => claim.kind === kind)) {
      const left = lines.map(({ gross, reduction }) => gross - reduction);
      const most = sumOf(left, (part) => part);
      const wanted = kind === 'VOUCHER_PERCENT' ? divideHalfUp(most, amount, 10_000) : amount;
      const taken = Math.min(wanted, most);
      const parts = splitAmount(taken, left);
      reductions.push({ label, amount: taken });
      lines = lines.map((line, place) => ({ ...line, reduction: line.reduction + (parts[place] ?? 0) }));
    }
  }
  return { lines, reductions };
}

/** What delivery and fees cost has the rates of the goods, in proportion, unless a claim names its own. */
function taxesOf(lines: readonly LineTotal[], additions: readonly PricedClaim[]): TaxTotal[] {
  const grossOfRates = new Map<number | null, number>();
  const add = (rate: number | null, amount: number) => grossOfRates.set(rate, (grossOfRates.get(rate) ?? 0) + amount);
  for (const { rate, gross, reduction } of lines) add(rate, gross - reduction);
  const rates = [...grossOfRates.keys()].sort(highestFirst);
  const weights = rates.map((rate) => grossOfRates.get(rate) ?? 0);
  const withoutRate = sumOf(additions, ({ amount, rate }) => (rate === undefined ? amount : 0));
  for (const [place, part] of splitAmount(withoutRate, weights).entries()) add(rates[place] ?? null, part);
  for (const { amount, rate } of additions) if (rate !== undefined) add(rate, amount);
  return [...grossOfRates]
    .sort(([one], [other]) => highestFirst(one, other))
    .flatMap(([rate, gross]) => (rate === null ? [] : [taxOf(gross, rate)]));
}

/** The VAT in an amount. */
function taxOf(gross: number, rate: number): TaxTotal {
  const tax = divideHalfUp(gross, rate, 10_000 + rate);
  return { rate, net: gross - tax, tax };
}

function highestFirst(one: number | null, other: number | null): number {
  return (other ?? -1) - (one ?? -1);
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
