import type { Bundle } from '#bundle';
import type { PlacedExtension } from './placed-extension.ts';

/**
 * The running extensions of all gateways in a process. Gateways share an extension that did not change between them.
 * It is disposed with the last gateway that uses it.
 */
export class ExtensionPool {
  readonly #running = new Map<string, Placed>();
  /** Modules stay in the process forever: a second import returns the same module and runs nothing. */
  readonly #loaded = new Set<string>();

  has(key: string): boolean {
    return this.#running.has(key);
  }

  /** Whether the process has loaded this bundle before. */
  hasLoaded({ file }: Bundle): boolean {
    return this.#loaded.has(file);
  }

  /** Returns the running extension of this key, or places a new one. Each call needs a `release`. */
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
