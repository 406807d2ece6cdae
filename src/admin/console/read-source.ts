import { resolve } from 'node:path';
import { readIfThere } from '../../bundle/files/bundle-cache.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ShownSource } from './operating.ts';
import { mapShop } from './shop-map.ts';

/** The largest number of lines shown of a file. */
const maxLines = 5_000;

/**
 * Reads the file at a position of the map; undefined for any other. Only listed positions are readable, so no
 * request can reach another file. gateway.yaml, for one, may contain secrets.
 */
export async function readSource(gateway: Gateway, at: string): Promise<ShownSource | undefined> {
  if (!placesOf(gateway).has(at)) return undefined;
  const [, path = '', line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(at) ?? [undefined, at];
  const text = (await readIfThere(resolve(gateway.config.folder, path)))?.toString();
  // The file was deleted after it was loaded.
  if (text === undefined) return undefined;
  return { path, line: Number(line), lines: text.split(/\r?\n/).slice(0, maxLines) };
}

function placesOf(gateway: Gateway): ReadonlySet<string> {
  return new Set(
    mapShop(gateway).flatMap(({ routes, types, components }) => [
      ...[...routes, ...types, ...components].map(({ at }) => at),
      ...types.flatMap(({ fields }) => fields.map(({ at }) => at)),
    ]),
  );
}
