/** The mean to one decimal, of how many gave one star, two, and so on to five. Undefined without reviews. */
export function averageRating(counts: readonly number[]): number | undefined {
  const total = totalOf(counts);
  if (total === 0) return undefined;
  const sum = counts.reduce((stars, count, index) => stars + count * (index + 1), 0);
  return Math.round((sum / total) * 10) / 10;
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
