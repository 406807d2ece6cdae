/** How many units of Stripe 100 of the smallest unit by ISO 4217 are, where not 100: https://docs.stripe.com/currencies. */
const perHundred: ReadonlyMap<string, number> = new Map([
  ['ISK', 10_000],
  ['UGX', 10_000],
  ['MGA', 1],
]);

/** Of three decimals, Stripe takes two. */
const inTens: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** In the provider's units: it takes no less, in most currencies. */
const leastAmount = 50;

/** An amount of the shop as the provider counts it. */
export function providerAmount(amount: number, currency: string): number {
  return (amount * (perHundred.get(currency) ?? 100)) / 100;
}

/** An amount of the provider as the shop counts it. */
export function shopAmount(amount: number, currency: string): number {
  return (amount * 100) / (perHundred.get(currency) ?? 100);
}

/** Whether the provider takes this amount of the shop. */
export function isTaken(amount: number, currency: string): boolean {
  const units = providerAmount(amount, currency);
  if (amount > 0 && units < leastAmount) return false;
  return Number.isInteger(units) && (!inTens.has(currency) || amount % 10 === 0);
}
