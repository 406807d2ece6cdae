/** A page with the meaning of each code of a finding. */
export function findingsPage(codes: Readonly<Record<string, string>>): string {
  return [
    '# Findings',
    '',
    '<!-- Generated from src/base/findings/finding-codes.ts by scripts/generate.ts: change that, not this. -->',
    '',
    'A finding says where something is wrong in the files of an operator or a team, what is wrong, and how to mend it. Its code never',
    'changes.',
    '',
    '| Code | Meaning |',
    '| ---- | ------- |',
    ...Object.entries(codes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, meaning]) => `| \`${code}\` | ${meaning.replace(/[<>|*_[\]{}]/g, '\\$&')} |`),
    '',
  ].join('\n');
}
