import { type ExtensionId, MemoizeLast } from '#base';
import { type Bundle, type createLoadTrials, createPageMemory } from '#bundle';
import { RateCounters } from '#edge';
import type { bareSchemas, composeGraphql } from '#engine';
import { MeshPool } from '#mesh';
import { type AssetHistory, ComponentErrorLog } from '#pages';
import type { StartExtension } from '#placement';
import type { DocumentStore } from './graphql/documents/operation-documents.ts';
import type { PlacedExtension } from './placed-extension.ts';
import { QuestionServer } from './served-query.ts';

/** Parts that the gateways of one process share, so that a reload neither builds nor runs unchanged parts again. */
export interface SharedParts extends ReturnType<typeof createPageMemory> {
  readonly pool: ExtensionPool;
  readonly meshes: MeshPool;
  /** By all SDL and `uses`. */
  readonly composed: MemoizeLast<ReturnType<typeof composeGraphql>>;
  readonly schemas: MemoizeLast<ReturnType<typeof bareSchemas>>;
  /** By the schema: valid documents stay valid. Plans hang on the documents, but belong to their gateway. */
  readonly documents: MemoizeLast<DocumentStore>;
  /** Documents of `context.query`, where some field is internal. */
  readonly innerDocuments: MemoizeLast<DocumentStore>;
  readonly counters: RateCounters;
  /** Answers `context.query` of extensions in processes of their own. */
  readonly questions: QuestionServer;
  readonly leftOut: ComponentErrorLog;
  /** By its settings and its store. */
  readonly assets: MemoizeLast<AssetHistory>;
  /** For gateways built while a shop is open. A start has no running shop to protect. */
  readonly trials?: ReturnType<typeof createLoadTrials> | undefined;
  /** Runs an extension in another place. Undefined, or for what it leaves: where gateway.yaml places it. */
  readonly startOf?: ((extension: ExtensionId) => StartExtension | undefined) | undefined;
  /** Whether `start` of an `extension.ts` runs. A command that only looks starts nothing. */
  readonly startsLives: boolean;
}

export function createSharedParts({
  startOf,
  startsLives = false,
  counters = new RateCounters(),
}: Pick<SharedParts, 'startOf'> & Partial<Pick<SharedParts, 'counters' | 'startsLives'>> = {}): SharedParts {
  return {
    startOf,
    startsLives,
    pool: new ExtensionPool(),
    meshes: new MeshPool(),
    ...createPageMemory(),
    composed: new MemoizeLast(),
    schemas: new MemoizeLast(),
    documents: new MemoizeLast(),
    innerDocuments: new MemoizeLast(),
    counters,
    questions: new QuestionServer(),
    leftOut: new ComponentErrorLog(),
    assets: new MemoizeLast(),
  };
}

/**
 * The running extensions of all gateways in a process. Gateways share an extension that did not change between them.
 * It is disposed with the last gateway that uses it.
 */
class ExtensionPool {
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
