import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Place } from '../base/startup-error.ts';
import type { Config } from './config.ts';

/** Where gateway.yaml writes a key: the innermost of the path that is there; the first line when none is. */
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
