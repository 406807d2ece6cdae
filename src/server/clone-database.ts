import { cloneDatabase } from '#postgres';
import { tablesFor } from '#queue';

type CloneOptions = Omit<Parameters<typeof cloneDatabase>[0], 'added'>;

/** Creates the database of a shop whose first start migrates nothing: a copy of one with all its tables. */
export function cloneShopDatabase(options: CloneOptions): ReturnType<typeof cloneDatabase> {
  return cloneDatabase({ ...options, added: tablesFor(options.manifests) });
}
