import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Place } from '../base/startup-error.ts';
import type { Config } from '../config/config.ts';

/** Where gateway.yaml says which database is used; the file alone when it does not say. */
export function databasePlace(config: Pick<Config, 'file' | 'source'>): Place {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(config.source, { lineCounter });
  if (!isMap(contents)) return { file: config.file };
  for (const { key } of contents.items) {
    if (!isScalar(key) || key.value !== 'database' || !key.range) continue;
    const { line, col } = lineCounter.linePos(key.range[0]);
    return { file: config.file, line, column: col };
  }
  return { file: config.file };
}
