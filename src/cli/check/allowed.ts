import { readFileSync } from 'node:fs';
import type { Finding } from '../../base/startup-error.ts';

/**
 * Whether the one who wrote it says that it is meant: a comment with `stoa-allow CODE` in the line of the finding, or in
 * one of the two above. JSON has no comments; there it may stand anywhere in a file that takes part.
 */
export function isAllowed({ code, where, related = [] }: Finding): boolean {
  const mark = `stoa-allow ${code}`;
  if (where.file.endsWith('.json'))
    return related.some(({ file }) => linesOf(file).some((line) => line.includes(mark)));
  if (where.line === undefined) return false;
  return linesOf(where.file)
    .slice(Math.max(where.line - 3, 0), where.line)
    .some((line) => line.includes(mark));
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // What cannot be read allows nothing.
    return [];
  }
}
