import type { GraphQLSchema } from 'graphql';
import { Latest } from '#base';
import { BuildMemory, type GroupStyles, type Islands, type LoadTrials } from '#bundle';
import { RateCounters } from '#edge';
import type { Composed } from '#engine';
import type { DocumentStore } from '#graphql';
import { MeshPool } from '#mesh';
import { LeftOutLog } from '#pages';
import type { StartExtension } from '#placement';
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
