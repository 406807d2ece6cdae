import type { GraphQLSchema } from 'graphql';
import { Latest } from '../base/latest.ts';
import type { Islands } from '../bundle/build-islands.ts';
import { BuildMemory } from '../bundle/build-memory.ts';
import type { GroupStyles } from '../bundle/build-styles.ts';
import type { LoadTrials } from '../bundle/trial/load-trial.ts';
import { RateCounters } from '../edge/rate-counters.ts';
import type { Composed } from '../engine/compose/compose-graphql.ts';
import type { DocumentStore } from '../graphql/documents/operation-documents.ts';
import { MeshPool } from '../mesh/mesh-pool.ts';
import { LeftOutLog } from '../pages/left-out-log.ts';
import type { StartExtension } from '../placement/running-extension.ts';
import { ExtensionPool } from './extension-pool.ts';

/** What the gateways of one process have in common, so that what did not change is neither built nor run again. */
export interface SharedParts {
  readonly pool: ExtensionPool;
  readonly meshes: MeshPool;
  readonly styles: BuildMemory<GroupStyles>;
  readonly islands: BuildMemory<Islands>;
  /** By all SDL. */
  readonly composed: Latest<Composed>;
  /** What clients see. */
  readonly schemas: Latest<GraphQLSchema>;
  /** By the schema: a text that is valid stays so. Plans hang on the documents, but belong to their gateway. */
  readonly documents: Latest<DocumentStore>;
  /** What rate limits have counted. */
  readonly counters: RateCounters;
  readonly leftOut: LeftOutLog;
  /** For gateways that are built beside an open shop; at a start there is nothing to protect. */
  readonly trials?: LoadTrials | undefined;
  /** Where extensions run; in this process when left out. */
  readonly start?: StartExtension | undefined;
}

export function createSharedParts({ start }: Pick<SharedParts, 'start'> = {}): SharedParts {
  return {
    start,
    pool: new ExtensionPool(),
    meshes: new MeshPool(),
    styles: new BuildMemory(),
    islands: new BuildMemory(),
    composed: new Latest(),
    schemas: new Latest(),
    documents: new Latest(),
    counters: new RateCounters(),
    leftOut: new LeftOutLog(),
  };
}
