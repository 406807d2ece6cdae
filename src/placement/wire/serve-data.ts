import { parse, print, Source } from 'graphql';
import type { ExtensionId } from '#base';
import type { Composition, FieldGuard } from '#engine';
import type { Shop } from '#extension-api';
import { type ExtensionManifest, noSettings } from '#extensions';
import type { createUrlBuilders } from '#rest';
import { contractOf } from './contract.ts';
import type { Contract } from './messages.ts';

/** Parts of a manifest that reach a served extension as they are. */
type KeptParts = Pick<
  ExtensionManifest,
  'folder' | 'endpoints' | 'pages' | 'resolverFiles' | 'events' | 'tasks' | 'texts' | 'mails' | 'life'
>;

/** What a process that serves one extension is started with, apart from its code. Plain data, which JSON can hold. */
export interface ServeData extends KeptParts {
  readonly extension: ExtensionId;
  readonly sdl: readonly { readonly file: string; readonly text: string }[];
  /** Undefined without GraphQL. */
  readonly subgraph:
    | { readonly text: string; readonly types: readonly string[]; readonly ownedEntities: readonly string[] }
    | undefined;
  /** Guards of its fields, by `Type.field`, for callers that are not the gateway. */
  readonly guards: readonly (readonly [field: string, guard: FieldGuard])[];
  /** Internal names of its types, for callers that are not the gateway. */
  readonly internal: readonly string[];
  /** Time-out of one call in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of a request body, unless route.json says otherwise. */
  readonly bodyLimit: number;
  readonly addresses: Parameters<typeof createUrlBuilders>[0];
  readonly shop: Shop;
  /** Without those that the shop changes while it runs. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly contract: Contract;
}

export interface ServeDataParts extends Pick<ServeData, 'timeoutMs' | 'bodyLimit' | 'addresses' | 'shop'> {
  readonly manifest: ExtensionManifest;
  /** Its SDL as a complete subgraph; undefined without GraphQL. */
  readonly subgraph: ReturnType<Composition['subgraphs']['get']>;
  /** Of the whole shop. */
  readonly composition: Pick<Composition, 'guards' | 'internal'>;
}

export function serveDataOf({ manifest, subgraph, composition, ...limits }: ServeDataParts): ServeData {
  const { timeoutMs, bodyLimit, addresses, shop } = limits;
  const { id, sdl, settings } = manifest;
  const ownTypes = subgraph?.types ?? new Set<string>();
  const isOwn = (name: string): boolean => ownTypes.has(name.split('.')[0] ?? '');
  return {
    ...keptOf(manifest),
    extension: id,
    timeoutMs,
    bodyLimit,
    shop,
    settings: settings?.values ?? noSettings,
    addresses,
    sdl: sdl.map(({ file, document }) => ({ file, text: document.loc?.source.body ?? print(document) })),
    subgraph: subgraph && {
      text: print(subgraph.document),
      types: [...subgraph.types],
      ownedEntities: subgraph.ownedEntities,
    },
    guards: [...composition.guards].filter(([name]) => isOwn(name)),
    internal: [...composition.internal.keys()].filter(isOwn),
    contract: contractOf(manifest),
  };
}

/** The manifest of a served extension. Migrations, seeds and assets stay with the gateway. */
export function servedManifest({ extension, sdl, contract, ...data }: ServeData): ExtensionManifest {
  return {
    ...keptOf(data),
    id: extension,
    version: contract.version,
    sdl: sdl.map(({ file, text }) => ({ file, document: parse(new Source(text, file)) })),
    declaredAt: { file: data.folder },
    uses: [],
    migrations: [],
    seeds: [],
    ownPages: [],
    optionalPages: [],
    assets: [],
    textFiles: [],
  };
}

function keptOf({ folder, endpoints, pages, resolverFiles, events, tasks, texts, mails, life }: KeptParts): KeptParts {
  return { folder, endpoints, pages, resolverFiles, events, tasks, texts, mails, life };
}
