import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Place } from '../base/findings/startup-error.ts';
import type { Config } from './config.ts';

/** Place of a key in gateway.yaml: of the innermost key of the path that exists, or else the first line. */
export function placeInConfig({ file, source }: Pick<Config, 'file' | 'source'>, path: readonly string[]): Place {
  const lineCounter = new LineCounter();
  let node: unknown = parseDocument(source, { lineCounter }).contents;
  let place: Place = { file, line: 1 };
  for (const name of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
    if (pair === undefined || !isScalar(pair.key) || !pair.key.range) return place;
    const { line, col } = lineCounter.linePos(pair.key.range[0]);
    place = { file, line, column: col };
    node = pair.value;
  }
  return place;
}
