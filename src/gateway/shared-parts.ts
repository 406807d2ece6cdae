import { type ExtensionId, MemoizeLast } from '#base';
import { type createLoadTrials, createPageMemory } from '#bundle';
import { RateCounters } from '#edge';
import type { bareSchemas, composeGraphql } from '#engine';
import { MeshPool } from '#mesh';
import { type AssetHistory, ComponentErrorLog } from '#pages';
import type { StartExtension } from '#placement';
import { ExtensionPool } from './extension-pool.ts';
import type { DocumentStore } from './graphql/documents/operation-documents.ts';
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
