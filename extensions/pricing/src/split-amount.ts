/**
 * Splits an amount in proportion to weights, by the largest remainder: the parts are integers whose sum is the amount. Of
 * equal remainders, the earlier one counts more. With weights of zero alone, the first part is all.
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_weight, place) => (place === 0 ? amount : 0));
  // Products of two amounts are larger than what a number keeps.
  const shares = weights.map((weight, place) => {
    const product = BigInt(amount) * BigInt(weight);
    return { place, part: Number(product / BigInt(sum)), remainder: product % BigInt(sum) };
  });
  const left = amount - shares.reduce((total, { part }) => total + part, 0);
  const favoured = shares.toSorted((one, other) => Number(other.remainder - one.remainder) || one.place - other.place);
  for (const share of favoured.slice(0, left)) share.part += 1;
  return shares.map(({ part }) => part);
}
