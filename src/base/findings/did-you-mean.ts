/** The candidate with the smallest edit distance to a misspelt name. Undefined when none is near enough. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length * 0.4)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The `fix` of a finding: `Did you mean "x"?`, or else the list of candidates. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const names = [...candidates];
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return names.length === 0 ? 'There are none yet.' : `There are: ${names.toSorted().join(', ')}.`;
}

/** How many typing errors lie between two texts: two swapped neighbours ("enabeld") count as one. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, at(rows, i - 2, j - 2) + 1);
      row.push(distance);
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
}
