import { LRUCache } from 'lru-cache';
import { errorMessage, isDecodable, type Logger, RequestError, withTimeout } from '#base';
import { assetsPath } from '#bundle';
import type { AssetLimits, AssetStore } from '#postgres';
import { type Asset, type AssetTable, builtAsset, pathOf } from './asset-table.ts';

/**
 * Built assets of earlier generations of this process, and of the shop's other processes. A page that a client has
 * loaded, or that another process has sent, names them. The store is asked once at a time, only for well-formed
 * names, and not again for a name that it did not have.
 */
export class AssetHistory {
  readonly #store: AssetStore;
  readonly #limits: AssetLimits;
  readonly #logger: Logger;
  readonly #kept: LRUCache<string, BuiltFile>;
  readonly #missing = new LRUCache<string, true>({ max: 10_000, ttl: missingMs });
  readonly #waiting = new Map<string, PromiseWithResolvers<Asset | undefined>>();
  #isAsking = false;
  /** As of performance.now(): until then the store counts as away. */
  #awayUntil = 0;

  constructor(store: AssetStore, { limits, logger }: { readonly limits: AssetLimits; readonly logger: Logger }) {
    this.#store = store;
    this.#limits = limits;
    this.#logger = logger;
    this.#kept = new LRUCache({
      maxSize: limits.keepMb * 1024 * 1024,
      sizeCalculation: ({ content }) => Math.max(content.length, 1),
      ttl: limits.keepHours * hourMs,
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
    if (name === undefined || this.#missing.has(path)) return undefined;
    const known = this.#waiting.get(name);
    if (known !== undefined) return known.promise;
    if (performance.now() < this.#awayUntil || this.#waiting.size >= waitingLimit) throw away();
    const asked = Promise.withResolvers<Asset | undefined>();
    this.#waiting.set(name, asked);
    if (!this.#isAsking) void this.#ask();
    return asked.promise;
  }

  /** Asks for all that wait, some names at a time. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    for (;;) {
      const batch = [...this.#waiting].slice(0, batchSize);
      if (batch.length === 0) break;
      try {
        const found = await withTimeout(this.#store.find(batch.map(([name]) => name)), findMs);
        const assets = new Map(found.map((stored) => [stored.name, builtAsset(stored)]));
        for (const [name, { resolve }] of batch) resolve(this.#remember(name, assets.get(name)));
      } catch (error) {
        this.#awayUntil = performance.now() + awayMs;
        this.#logger.warn('assets of other generations not read', { reason: errorMessage(error) });
        for (const [, { reject }] of batch) reject(away());
      }
      for (const [name] of batch) this.#waiting.delete(name);
    }
    this.#isAsking = false;
  }

  #remember(name: string, asset: BuiltFile | undefined): Asset | undefined {
    const path = pathOf(name);
    if (asset === undefined) this.#missing.set(path, true);
    else this.#kept.set(path, asset);
    return asset;
  }
}

type BuiltFile = Extract<Asset, { kind: 'built' }>;

const hourMs = 3_600_000;

/** A page is sent only after its files are stored. So a missing name is wrong, or was removed. */
const missingMs = 10_000;

/** After a failure, requests are refused at once for this time. */
const awayMs = 1_000;
const findMs = 3_000;
const keepMs = 10_000;
const retryMs = 10_000;
const batchSize = 5;
const waitingLimit = 500;

/** The name of a built file ends with a hash: esbuild's, or that of the gateway. Undefined for any other path. */
function nameIn(path: string): string | undefined {
  const encoded = path.slice(assetsPath.length);
  if (encoded.length > 300 || encoded.includes('/')) return undefined;
  if (!isDecodable(encoded)) return undefined;
  const name = decodeURIComponent(encoded);
  return hashed.test(name) && pathOf(name) === path ? name : undefined;
}

const hashed = /-(?:[A-Z0-9]{8}|[0-9a-f]{20})\.[a-z0-9]{1,8}$/;

function away(): RequestError {
  const message = 'Files of other generations cannot be read now; try again.';
  return new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
}
