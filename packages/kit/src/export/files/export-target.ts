import type { Config } from 'stoa/tooling';
import type { ExportAddresses } from '../supergraph/addresses.ts';
import type { Supergraph } from '../supergraph/compose-supergraph.ts';
import type { MeshSources } from './mesh-sources.ts';

export type ExportTarget = 'hive' | 'apollo' | 'compose' | 'kubernetes' | 'mesh';

/** What the files of every target are written from. */
export interface ExportedShop {
  readonly config: Config;
  readonly addresses: ExportAddresses;
  readonly supergraph: Supergraph;
  /** Of extensions with a `.meshrc.yaml`; for the target `mesh` alone. */
  readonly mesh?: Pick<MeshSources, 'sources' | 'files'> | undefined;
}

/** Texts by their paths, relative to the folder. */
export type ExportedFiles = ReadonlyMap<string, string>;
