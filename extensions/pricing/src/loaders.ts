import DataLoader from 'dataloader';

/**
 * One loader for each context, so that fields that ask at the same time share their statements. It leaves when it asks: what
 * stays in a WeakMap stays in memory until a full collection, and the request with it.
 */
export function createLoaders<Context extends object, Key, Value, CacheKey = Key>(
  read: (context: Context, keys: readonly Key[]) => Promise<readonly Value[]>,
  options?: DataLoader.Options<Key, Value, CacheKey>,
): (context: Context) => DataLoader<Key, Value, CacheKey> {
  const loaders = new WeakMap<Context, DataLoader<Key, Value, CacheKey>>();
  const load = (context: Context) => (keys: readonly Key[]) => {
    loaders.delete(context);
    return read(context, keys);
  };
  return (context) => {
    const loader = loaders.get(context) ?? new DataLoader(load(context), options);
    loaders.set(context, loader);
    return loader;
  };
}
