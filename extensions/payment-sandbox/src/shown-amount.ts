/** How many units of a session 100 of the smallest unit by ISO 4217 are, as at Stripe: https://docs.stripe.com/currencies. */
const perHundred: ReadonlyMap<string, number> = new Map([
  ['ISK', 10_000],
  ['UGX', 10_000],
  ['MGA', 1],
]);

/** The amount of a session in the smallest unit of the currency. */
export function shownAmount(amount: number, currency: string): number {
  return (amount * 100) / (perHundred.get(currency) ?? 100);
}
