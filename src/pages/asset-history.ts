import { LRUCache } from 'lru-cache';
import { errorMessage, isDecodable, type Logger, RequestError, withTimeout } from '#base';
import { assetsPath } from '#bundle';
import { BatchedLookup, type DatabaseServer, LookupFailure } from '#postgres';
import { type Asset, type AssetTable, builtAsset, pathOf } from './asset-table.ts';

type AssetStore = DatabaseServer['assets'];
/** How much is kept. */
type Limits = Parameters<AssetStore['keep']>[1];

/**
 * Built assets of earlier generations of this process, and of the shop's other processes. A page that a client has
 * loaded, or that another process has sent, names them. The store is asked only for well-formed names.
 */
export class AssetHistory {
  readonly #store: AssetStore;
  readonly #limits: Limits;
  readonly #logger: Logger;
  readonly #kept: LRUCache<string, BuiltFile>;
  readonly #lookup: BatchedLookup<BuiltFile>;

  constructor(store: AssetStore, { limits, logger }: { readonly limits: Limits; readonly logger: Logger }) {
    this.#store = store;
    this.#limits = limits;
    this.#logger = logger;
    this.#kept = new LRUCache({
      maxSize: limits.keepMb * 1024 * 1024,
      sizeCalculation: ({ content }) => Math.max(content.length, 1),
      ttl: limits.keepHours * hourMs,
    });
    this.#lookup = new BatchedLookup({
      read: async (names) => new Map((await store.find(names)).map((stored) => [stored.name, builtAsset(stored)])),
      onFailure: (error) => logger.warn('assets of other generations not read', { reason: errorMessage(error) }),
    });
  }

  get #intervalMs(): number {
    return Math.min(hourMs, (this.#limits.keepHours * hourMs) / 4);
  }

  /**
   * Keeps the built assets of a generation while it serves: before its first page is sent, and again from time to
   * time. Returns what ends that. A failure is logged, and tried again.
   */
  async keepWhileServing(table: AssetTable): Promise<() => void> {
    let timer: NodeJS.Timeout | undefined;
    let hasEnded = false;
    const keep = async (): Promise<void> => {
      const isStored = await this.#keep(table, () => hasEnded);
      if (hasEnded) return;
      timer = setTimeout(() => void keep(), isStored ? this.#intervalMs : retryMs).unref();
    };
    await keep();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }

  async #keep(table: AssetTable, hasEnded: () => boolean): Promise<boolean> {
    const built = [...table].flatMap(([path, asset]) => (asset.kind === 'built' ? [{ path, asset }] : []));
    for (const { path, asset } of built) this.#kept.set(path, asset);
    try {
      const assets = built.map(({ asset: { name, content } }) => ({ name, content }));
      await withTimeout(this.#store.keep(assets, this.#limits), keepMs);
      return true;
    } catch (error) {
      const fix = 'Until the next try, other processes of the shop answer 404 for these files.';
      if (!hasEnded()) this.#logger.warn('assets not shared', { reason: errorMessage(error), fix });
      return false;
    }
  }

  /** Undefined for a path that nothing has used lately. Throws, or rejects with, RequestError UNAVAILABLE 503. */
  find(path: string): Asset | undefined | Promise<Asset | undefined> {
    const kept = this.#kept.get(path);
    if (kept !== undefined) return kept;
    const name = nameIn(path);
    if (name === undefined) return undefined;
    try {
      return this.#lookup.find(name)?.then((asset) => this.#remember(path, asset), unavailable);
    } catch (error) {
      unavailable(error);
    }
  }

  #remember(path: string, asset: BuiltFile | undefined): Asset | undefined {
    if (asset !== undefined) this.#kept.set(path, asset);
    return asset;
  }
}

type BuiltFile = Extract<Asset, { kind: 'built' }>;

const hourMs = 3_600_000;

const keepMs = 10_000;
const retryMs = 10_000;

/** The name of a built file ends with a hash: esbuild's, or that of the gateway. Undefined for any other path. */
function nameIn(path: string): string | undefined {
  const encoded = path.slice(assetsPath.length);
  if (encoded.length > 300 || encoded.includes('/')) return undefined;
  if (!isDecodable(encoded)) return undefined;
  const name = decodeURIComponent(encoded);
  return hashed.test(name) && pathOf(name) === path ? name : undefined;
}

const hashed = /-(?:[A-Z0-9]{8}|[0-9a-f]{20})\.[a-z0-9]{1,8}$/;

function unavailable(error: unknown): never {
  if (!(error instanceof LookupFailure)) throw error;
  const message = 'Files of other generations cannot be read now; try again.';
  throw new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
}
