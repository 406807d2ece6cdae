import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Place } from '../../base/findings/startup-error.ts';

const mapMark = '//# sourceMappingURL=data:application/json;base64,';

/** Source file and line of a place in a bundle, by the bundle's source map. `line` and `column` count from 0. */
export function sourcePlace(bundleFile: string, line: number, column: number): Place | undefined {
  const text = readFileSync(bundleFile, 'utf8');
  const start = text.lastIndexOf(mapMark);
  if (start === -1) return undefined;
  const payload = JSON.parse(Buffer.from(text.slice(start + mapMark.length), 'base64').toString());
  const entry = new SourceMap(payload).findEntry(line, column);
  if (!('originalSource' in entry)) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  return { file: resolve(dirname(bundleFile), originalSource), line: originalLine + 1, column: originalColumn + 1 };
}
