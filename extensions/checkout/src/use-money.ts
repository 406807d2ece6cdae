import { useFormat } from 'stoa';

/** Writes amounts of the smallest unit, of which a hundred are one of the currency. */
export function useMoney(): (amount: number) => string {
  const { price } = useFormat();
  return (amount) => price(amount / 100);
}
