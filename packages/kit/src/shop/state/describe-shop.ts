import { basename, dirname, join, resolve } from 'node:path';
import { type DocumentNode, GraphQLError, type GraphQLSchema, getLocation, parse, Source, validate } from 'graphql';
import {
  type Bundle,
  buildExtensions,
  type Composed,
  type Config,
  checkForms,
  collectTypes,
  composeGraphql,
  composeOperations,
  coreSchema,
  type DescribedComponent,
  describeComponent,
  discoverExtensions,
  type ExtensionManifest,
  type Finding,
  importBundle,
  loadTimeoutMs,
  MeshPool,
  type PageComponent,
  type PersistedSource,
  pageGroups,
  parseQueryText,
  QueryText,
  readComponents,
  readConfig,
  readPersisted,
  routeCollisions,
  StartupError,
  watchLoad,
  withMeshSdl,
  withoutHidden,
} from 'stoa/tooling';
import { documentUses, noUses } from './document-uses.ts';
import { readShopCode, type ShopCode } from './shop-code.ts';
import { componentKey, type ShopDocument, type ShopState } from './shop-state.ts';

interface ReadShopOptions {
  readonly environment: NodeJS.ProcessEnv;
  /**
   * State from which to take an extension that cannot be read, so that one error does not look like a hundred
   * removals.
   */
  readonly fallback?: ShopState | undefined;
  /**
   * Whether to terminate a module with an endless loop at its top level. Costs a thread, so off for trusted
   * modules.
   */
  readonly guardLoading?: boolean | undefined;
}

/** Reads the shop of a gateway.yaml for a comparison. Errors in its files become its findings. */
export async function readShop(file: string, { environment, ...options }: ReadShopOptions): Promise<ShopState> {
  const { config, findings } = await readConfig(file, { environment });
  if (config !== undefined) return describeShop(config, { findings, ...options });
  const folder = dirname(resolve(file));
  return {
    ...{ folder, config, findings, manifests: [], components: [], documents: [], unread: new Set() },
    ...{ collected: collectTypes([], coreSchema), schema: undefined, guards: new Map(), code: await readShopCode([]) },
    persisted: new Set(),
  };
}

interface DescribeOptions extends Omit<ReadShopOptions, 'environment'> {
  /** Findings of the config. */
  readonly findings?: readonly Finding[];
}

/**
 * Runs the stages of `assemble` and `buildGateway` that a comparison needs, each as far as the stage before allows.
 * Loads the modules of the extensions, because page components export their queries.
 */
async function describeShop(config: Config, options: DescribeOptions = {}): Promise<ShopState> {
  // 1. Read the files.
  const discovered = await discoverExtensions(config);
  const pool = new MeshPool();
  const opened = await pool.take(discovered.manifests);
  const found = withMeshSdl(discovered.manifests, opened).filter(({ id }) => !opened.unread.has(id));
  await pool.release(opened);
  const manifests = filledUp(config, found, options.fallback);
  const collisions = routeCollisions(manifests, config.pages, { file: config.file });

  // 2. Compose the schema, even if it has errors.
  const composed = tryCompose(manifests);
  const schema = composed.composition && clientSchema(composed.composition);

  // 3. Load the modules, for the pages.
  const built = await buildExtensions(found, { buildFolder: join(config.stateFolder, 'build') });
  const loaded = await loadPages(found, built.bundles, options);
  const groups = pageGroups(config.pages);
  const readable = found.filter(({ id }) => loaded.pages.has(id));
  const unread = new Set<string>(config.extensions.map(({ name }) => name));
  for (const { id } of readable) unread.delete(id);
  const read = readComponents({ manifests: readable, described: loaded.pages, groups: [...groups.keys()] });
  const queries =
    schema === undefined ? [] : composeOperations({ schema, groups, components: read.components }).findings;
  const components = withUnread(read.components, { manifests: found, unread, fallback: options.fallback });

  // 4. Search the extensions' code for uses of other extensions.
  const code = await readShopCode(manifests);
  const persisted = await readPersistedDocuments(config);
  return {
    folder: config.folder,
    ...{ config, manifests, unread, schema, components, code },
    collected: collectTypes(manifests, coreSchema),
    guards: composed.composition?.guards ?? new Map(),
    persisted: new Set(persisted.map(({ text }) => text)),
    documents:
      schema === undefined
        ? []
        : [
            ...shopDocuments(components, code, schema),
            ...persisted.flatMap((one) => operationDocument(one, schema) ?? []),
          ],
    findings: [
      ...[...(options.findings ?? []), ...discovered.findings, ...opened.findings, ...collisions],
      ...[...checkForms(manifests, config.pages), ...built.findings],
      ...[...composed.findings, ...loaded.findings, ...read.findings, ...queries],
    ],
  };
}

function filledUp(
  config: Config,
  found: readonly ExtensionManifest[],
  fallback: ShopState | undefined,
): readonly ExtensionManifest[] {
  return config.extensions.flatMap(
    ({ name }) => found.find(({ id }) => id === name) ?? fallback?.manifests.find(({ id }) => id === name) ?? [],
  );
}

/** Adds components that exist but cannot be loaded, so that they do not count as removed. */
function withUnread(
  components: readonly PageComponent[],
  { manifests, unread, fallback }: Pick<ShopState, 'manifests' | 'unread'> & Pick<DescribeOptions, 'fallback'>,
): readonly PageComponent[] {
  const known = new Set(components.map(componentKey));
  const written = new Set(
    manifests.flatMap(({ id, pages }) => pages.map((page) => componentKey({ ...page, extension: id }))),
  );
  const missed = (fallback?.components ?? []).filter((component) => {
    const key = componentKey(component);
    return !known.has(key) && (written.has(key) || unread.has(component.extension));
  });
  return [...components, ...missed];
}

function tryCompose(manifests: readonly ExtensionManifest[]): Partial<Composed> & Pick<Composed, 'findings'> {
  try {
    return composeGraphql(manifests, { own: coreSchema });
  } catch (error) {
    // A composition with findings promises nothing; one without would be a bug.
    const { findings } = collectTypes(manifests, coreSchema);
    if (findings.length === 0) throw error;
    return { findings };
  }
}

/** The schema without inaccessible elements. */
function clientSchema({ schema, inaccessible }: Composed['composition']): GraphQLSchema {
  return inaccessible.size === 0 ? schema : withoutHidden(schema, (name) => inaccessible.has(name));
}

async function loadPages(
  manifests: readonly ExtensionManifest[],
  bundles: readonly Bundle[],
  { guardLoading }: Pick<DescribeOptions, 'guardLoading'>,
) {
  const pages = new Map<ExtensionManifest['id'], readonly DescribedComponent[]>();
  const findings: Finding[] = [];
  // 500 ms longer than the time-out of `importBundle`, which gives a better finding.
  const watch = guardLoading ? watchLoad(loadTimeoutMs + 500) : undefined;
  try {
    for (const { id } of manifests) {
      const bundle = bundles.find(({ extension }) => extension === id);
      watch?.restart();
      try {
        if (bundle !== undefined) pages.set(id, (await importBundle(bundle)).pages.map(describeComponent));
      } catch (error) {
        if (!(error instanceof StartupError)) throw error;
        findings.push(...error.findings);
      }
    }
  } finally {
    await watch?.close();
  }
  return { pages, findings };
}

function shopDocuments(
  components: readonly PageComponent[],
  code: ShopCode,
  schema: GraphQLSchema,
): readonly ShopDocument[] {
  const pageFiles = new Set(components.map(({ file }) => file));
  // A literal that is not valid in this schema belongs to a test or to another API.
  const literals = code.documents.filter(
    ({ file, document }) => !pageFiles.has(file) && validate(schema, document).length === 0,
  );
  return [
    ...components.flatMap((component) => componentDocument(component, schema) ?? []),
    ...literals.map(({ extension, file, text, document, placeOf }) => {
      return {
        extension,
        component: undefined,
        literal: document,
        file,
        text,
        uses: documentUses(document, schema),
        placeOf,
      };
    }),
  ];
}

async function readPersistedDocuments({ folder, graphql: { persisted } }: Config): Promise<readonly PersistedSource[]> {
  return persisted === undefined ? [] : (await readPersisted(resolve(folder, persisted.documents))).sources;
}

function operationDocument({ text, ids, placeOf }: PersistedSource, schema: GraphQLSchema): ShopDocument | undefined {
  const literal = parseIfWellFormed(text);
  if (literal === undefined) return undefined;
  const { file } = placeOf();
  return {
    ...{ extension: '', component: undefined, operation: ids[0] ?? basename(file), literal, file, text },
    uses: documentUses(literal, schema),
    placeOf: (offset) => placeOf(getLocation(new Source(text), offset)),
  };
}

function parseIfWellFormed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined; // The start reports this error as a finding.
    throw error;
  }
}

function componentDocument(component: PageComponent, schema: GraphQLSchema): ShopDocument | undefined {
  const { extension, file, query: text } = component;
  if (text === undefined) return undefined;
  const query = new QueryText(component, text);
  return {
    extension,
    component,
    literal: undefined,
    file,
    text,
    uses: usesOfQuery(text, schema),
    placeOf: (at) => query.placeOf(at),
  };
}

/** The schema elements that the text of a query uses. None without a query. */
export function usesOfQuery(text: string | undefined, schema: GraphQLSchema): ShopDocument['uses'] {
  const document = text === undefined ? undefined : parseQueryText(text).document;
  // Invalid GraphQL has a finding of its own.
  return document === undefined ? noUses : documentUses(document, schema);
}
