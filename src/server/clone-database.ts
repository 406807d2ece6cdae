import { cloneDatabase } from '#postgres';
import { tablesFor } from '#queue';

/** Creates the database of a shop whose first start migrates nothing: a copy of one with all its tables. */
export function cloneShopDatabase(options: Omit<Parameters<typeof cloneDatabase>[0], 'added'>) {
  return cloneDatabase({ ...options, added: tablesFor(options.manifests) });
}
