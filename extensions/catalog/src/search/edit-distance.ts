/**
 * How many letters are missing, added, wrong, or swapped with their neighbour (the restricted Damerau–Levenshtein
 * distance). A wrong vowel in place of another one counts half, since they sound alike: "hunny" is near "honey".
 */
export function editDistance(one: string, other: string): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : costOf(one[row - 1], other[column - 1])),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

const vowels: ReadonlySet<string | undefined> = new Set('aeiou');

function costOf(one: string | undefined, other: string | undefined): number {
  return vowels.has(one) && vowels.has(other) ? 0.5 : 1;
}
