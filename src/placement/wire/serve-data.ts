import { parse, print, Source } from 'graphql';
import type { ExtensionId } from '#base';
import type { Composition, FieldGuard } from '#engine';
import type { Shop } from '#extension-api';
import type { Texts } from '#extension-ui';
import { type EndpointManifest, type ExtensionManifest, noSettings } from '#extensions';
import type { createUrlBuilders } from '#rest';
import { contractOf } from './contract.ts';
import type { Contract } from './messages.ts';

/** What a process that serves one extension is started with, apart from its code. Plain data, which JSON can hold. */
export interface ServeData {
  readonly extension: ExtensionId;
  readonly folder: string;
  readonly endpoints: readonly EndpointManifest[];
  readonly pages: ExtensionManifest['pages'];
  readonly resolverFiles: readonly string[];
  readonly events: ExtensionManifest['events'];
  readonly tasks: ExtensionManifest['tasks'];
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
  readonly texts: Texts;
  /** Without those that the shop changes while it runs. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mails: ExtensionManifest['mails'];
  readonly life: string | undefined;
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
  const { id, folder, endpoints, pages, resolverFiles, events, tasks, sdl, texts, settings, mails, life } = manifest;
  const ownTypes = subgraph?.types ?? new Set<string>();
  const isOwn = (name: string): boolean => ownTypes.has(name.split('.')[0] ?? '');
  return {
    extension: id,
    folder,
    endpoints,
    pages,
    resolverFiles,
    events,
    tasks,
    timeoutMs,
    bodyLimit,
    shop,
    texts,
    settings: settings?.values ?? noSettings,
    mails,
    life,
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
  const { folder, endpoints, pages, resolverFiles, events, tasks, texts, mails, life } = data;
  return {
    id: extension,
    folder,
    endpoints,
    pages,
    resolverFiles,
    events,
    tasks,
    texts,
    mails,
    life,
    version: contract.version,
    sdl: sdl.map(({ file, text }) => ({ file, document: parse(new Source(text, file)) })),
    declaredAt: { file: folder },
    uses: [],
    migrations: [],
    seeds: [],
    ownPages: [],
    optionalPages: [],
    assets: [],
    textFiles: [],
  };
}
