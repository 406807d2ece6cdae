/** Where the actual output goes on behind what was expected; or which expected line it does not have. */
export type Match =
  | { readonly kind: 'same'; readonly lines: number }
  | { readonly kind: 'other'; readonly missing: string; readonly instead: string | undefined };

const any = '…';

/**
 * Compares lines of an output. `…` in a line stands for any text, and a line of it alone for any lines. With `open`,
 * more lines may follow.
 */
export function matchOutput(
  expected: readonly string[],
  actual: readonly string[],
  { open }: { readonly open: boolean },
): Match {
  const groups = groupsOf(expected.slice(0, expected.findLastIndex((line) => line.trim() !== '') + 1));
  let at = 0;
  for (const [index, { lines, isFree }] of groups.entries()) {
    const isLast = index === groups.length - 1;
    const last = actual.length - lines.length;
    const mustEnd = isLast && !open;
    const from = isFree && mustEnd ? Math.max(at, last) : at;
    const to = isFree ? last : at;
    const found = range(from, to).find((start) => start >= at && fits(lines, actual.slice(start)) === -1);
    if (found === undefined) {
      const wrong = fits(lines, actual.slice(at));
      const missing = lines[isFree ? 0 : wrong] ?? '';
      return { kind: 'other', missing, instead: isFree ? undefined : actual[at + wrong] };
    }
    at = found + lines.length;
    if (mustEnd && at < actual.length) return { kind: 'other', missing: 'the end of the output', instead: actual[at] };
  }
  return { kind: 'same', lines: at };
}

interface Group {
  readonly lines: readonly string[];
  /** Whether any lines may come before it. */
  readonly isFree: boolean;
}

function groupsOf(expected: readonly string[]): readonly Group[] {
  const groups: { lines: string[]; isFree: boolean }[] = [{ lines: [], isFree: false }];
  for (const line of expected) {
    if (line.trim() === any) groups.push({ lines: [], isFree: true });
    else groups.at(-1)?.lines.push(line);
  }
  return groups;
}

/** The index of the first line that differs, or -1. */
function fits(expected: readonly string[], actual: readonly string[]): number {
  return expected.findIndex((line, index) => !patternOf(line).test(actual[index] ?? '\0'));
}

function patternOf(line: string): RegExp {
  return new RegExp(`^${line.trimEnd().split(any).map(escaped).join('.*')}\\s*$`, 's');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
