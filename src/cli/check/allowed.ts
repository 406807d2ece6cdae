import { readFileSync } from 'node:fs';
import type { Finding } from '../../base/findings/startup-error.ts';

/**
 * Whether a comment `stoa-allow CODE` allows the finding. The comment is on the line of the finding or one of the
 * two lines above. JSON has no comments, so for a finding in a JSON file the text may be anywhere in a related
 * file.
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
    // An unreadable file allows nothing.
    return [];
  }
}
