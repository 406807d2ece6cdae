import type { Bundle } from '../bundle/files/bundle.ts';
import { digest } from '../bundle/files/bundle-cache.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { CallLimitsConfig } from '../placement/extension-calls.ts';
import type { Addresses } from '../rest/url-builder.ts';
import type { PlacedExtension } from './placed-extension.ts';

/**
 * The extensions that run, shared by all gateways of a process: one that is the same in two generations is placed once, and
 * disposed when the last gateway that has it is.
 */
export class ExtensionPool {
  readonly #running = new Map<string, Placed>();
  /** Modules stay in the process for good: a second import of one gives the same, and runs nothing. */
  readonly #loaded = new Set<string>();

  /** Whether an extension like this runs already. */
  has(key: string): boolean {
    return this.#running.has(key);
  }

  /** Whether this very bundle has been loaded before. */
  hasLoaded({ file }: Bundle): boolean {
    return this.#loaded.has(file);
  }

  /** The extension that runs under this key, else a new one. Each call needs a `release`. */
  async take(key: string, bundle: Bundle, place: () => Promise<PlacedExtension>): Promise<PlacedExtension> {
    let placed = this.#running.get(key);
    if (placed === undefined) {
      placed = { extension: await place(), key, holders: 0 };
      this.#running.set(key, placed);
      this.#loaded.add(bundle.file);
    }
    placed.holders++;
    return placed.extension;
  }

  async release(extension: PlacedExtension): Promise<void> {
    const placed = [...this.#running.values()].find((each) => each.extension === extension);
    if (placed === undefined) return;
    placed.holders--;
    if (placed.holders > 0) return;
    this.#running.delete(placed.key);
    await extension.running.dispose();
  }
}

interface Placed {
  readonly extension: PlacedExtension;
  readonly key: string;
  holders: number;
}

export interface PlacementKeyParts {
  readonly schemaKey: string;
  readonly calls: CallLimitsConfig;
  readonly mesh: string | undefined;
  /** For an extension elsewhere, which is told of them when it starts; undefined in process. */
  readonly addresses: Addresses | undefined;
}

/**
 * Equal for extensions that behave alike: the same code behind the same routes, with the same limits, in a shop with the same
 * schema.
 */
export function placementKey(manifest: ExtensionManifest, bundle: Bundle, parts: PlacementKeyParts): string {
  const { id, folder, endpoints, resolverFiles } = manifest;
  const { schemaKey, calls, mesh, addresses } = parts;
  return digest(JSON.stringify([id, folder, bundle.file, endpoints, resolverFiles, schemaKey, calls, mesh, addresses]));
}
