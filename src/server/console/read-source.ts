import { resolve } from 'node:path';
import { readIfThere } from '../../build/bundle-cache.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ShownSource } from './operating.ts';
import { mapShop } from './shop-map.ts';

/** Lines of a file that are shown; a longer one ends there. */
const maxLines = 5_000;

/**
 * A place that the map names, with the file around it; undefined for any other. What may be read is looked up in the map, so
 * that no address can lead to another file: gateway.yaml, for one, may hold secrets.
 */
export async function readSource(gateway: Gateway, at: string): Promise<ShownSource | undefined> {
  if (!placesOf(gateway).has(at)) return undefined;
  const [, path = '', line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(at) ?? [undefined, at];
  const text = (await readIfThere(resolve(gateway.config.folder, path)))?.toString();
  // Gone since it was loaded.
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
