import { join, resolve } from 'node:path';
import { type Finding, StartupError, throwIfErrors } from '#base';
import { type Bundle, buildExtensions, endBlockedLoad, importBundle } from '#bundle';
import type { Config, PageConfig } from '#config';
import { bareSchemas, type Composition, collectTypes, composeGraphql } from '#engine';
import { discoverExtensions, type ExtensionManifest, withOwnPages } from '#extensions';
import { MeshPool, withMeshSdl } from '#mesh';
import {
  composeOperations,
  describeComponent,
  type PageComponent,
  pageGroups,
  readComponents,
  servedPages,
} from '#pages';
import { routeCollisions } from '#rest';
import { type Assembly, checkManifests, composeWithDisabled, hasErrors } from './assemble.ts';
import { type PersistedSource, readPersisted } from './graphql/documents/read-persisted.ts';
import { shopSchema } from './own-fields.ts';

/** What the files and modules of a shop say, also of one that cannot start. Nothing of it serves. */
export interface Survey {
  /** With the pages that extensions bring. Undefined when gateway.yaml is unusable. */
  readonly config: Config | undefined;
  readonly manifests: readonly ExtensionManifest[];
  /** Names of enabled extensions that could not be read or loaded. */
  readonly unread: ReadonlySet<string>;
  readonly collected: ReturnType<typeof collectTypes>;
  /** Undefined when the SDL cannot be composed at all. */
  readonly composition: Composition | undefined;
  /** What clients, and `context.query`, see of the composition. */
  readonly schemas: ReturnType<typeof bareSchemas> | undefined;
  /** Of gateway.yaml and of extensions, and the one for unknown addresses. */
  readonly groups: ReadonlyMap<string, PageConfig>;
  /** The components of the extensions that could be loaded. */
  readonly components: readonly PageComponent[];
  readonly persisted: readonly PersistedSource[];
  readonly findings: readonly Finding[];
}

export interface SurveyOptions {
  /** Manifests of an earlier state, for extensions that cannot be read now. */
  readonly fallback?: readonly ExtensionManifest[] | undefined;
  /** Whether a thread terminates a module with an endless loop at its top level. */
  readonly guardLoading?: boolean | undefined;
}

/**
 * Runs the stages of `assemble` and `buildGateway` that tell what a shop is, each as far as the stage before allows.
 * Loads the modules of the extensions, because page components export their queries.
 */
export async function surveyShop(written: Config | undefined, options: SurveyOptions = {}): Promise<Survey> {
  if (written === undefined) return nothing;
  // 1. Read the files.
  const discovered = await discoverExtensions(written);
  const pool = new MeshPool();
  const opened = await pool.take(discovered.manifests);
  const found = withMeshSdl(discovered.manifests, opened).filter(({ id }) => !opened.unread.has(id));
  await pool.release(opened);
  const manifests = filledUp(written, found, options.fallback);
  const { config, findings: pageFindings } = withOwnPages(written, manifests);
  const collisions = routeCollisions(manifests, config.pages, { file: config.file });

  // 2. Compose the schema, even if it has errors.
  const composed = await tryCompose(config, manifests);
  const { composition } = composed;
  const schemas = composition && bareSchemas(composition);

  // 3. Load the modules, for the pages.
  const built = await buildExtensions(found, { buildFolder: join(config.stateFolder, 'build') });
  const loaded = await loadPages(found, built.bundles, options);
  const groups = pageGroups(config.pages);
  const readable = found.filter(({ id }) => loaded.pages.has(id));
  const unread = new Set<string>(config.extensions.map(({ name }) => name));
  for (const { id } of readable) unread.delete(id);
  const { components, findings } = readComponents(readable, loaded.pages, groups);
  const queries =
    composition === undefined || schemas === undefined
      ? []
      : composeOperations({
          ...schemas,
          internal: composition.internal,
          ...servedPages(groups, components),
        }).findings;
  const { persisted } = config.graphql;
  return {
    config,
    manifests,
    unread,
    composition,
    schemas,
    groups,
    components,
    collected: collectTypes(manifests, shopSchema),
    persisted:
      persisted === undefined ? [] : (await readPersisted(resolve(config.folder, persisted.documents))).sources,
    findings: [
      ...discovered.findings,
      ...opened.findings,
      ...pageFindings,
      ...collisions,
      ...checkManifests(config, manifests),
      ...built.findings,
      ...loaded.findings,
      ...findings,
      // What others use of an extension that cannot be read would be misleadingly reported as missing.
      ...(manifests.length === config.extensions.length ? [...composed.findings, ...queries] : []),
    ],
  };
}

const nothing: Survey = {
  config: undefined,
  manifests: [],
  groups: new Map(),
  components: [],
  persisted: [],
  findings: [],
  unread: new Set(),
  composition: undefined,
  schemas: undefined,
  collected: collectTypes([], shopSchema),
};

function filledUp(
  config: Config,
  found: readonly ExtensionManifest[],
  fallback: readonly ExtensionManifest[] = [],
): readonly ExtensionManifest[] {
  return config.extensions.flatMap(
    ({ name }) => found.find(({ id }) => id === name) ?? fallback.find(({ id }) => id === name) ?? [],
  );
}

async function tryCompose(
  config: Config,
  manifests: readonly ExtensionManifest[],
): Promise<Pick<Survey, 'findings'> & Partial<Pick<Survey, 'composition'>>> {
  try {
    const composed = composeGraphql(manifests, { own: shopSchema });
    return hasErrors(composed) ? await composeWithDisabled(config, manifests) : composed;
  } catch (error) {
    // A composition with findings promises nothing; one without would be a bug.
    const { findings } = collectTypes(manifests, shopSchema);
    if (findings.length === 0) throw error;
    return { findings };
  }
}

/** The composition of sound SDL, and its schemas. Throws StartupError with all findings. */
export async function composeShop({
  config,
  manifests,
}: {
  readonly config: Pick<Config, 'folder' | 'disabled'>;
  readonly manifests: readonly ExtensionManifest[];
}): Promise<Pick<Assembly, 'composition'> & ReturnType<typeof bareSchemas>> {
  const composed = composeGraphql(manifests, { own: shopSchema });
  const { composition, findings } = hasErrors(composed) ? await composeWithDisabled(config, manifests) : composed;
  throwIfErrors(findings);
  return { composition, ...bareSchemas(composition) };
}

async function loadPages(
  manifests: readonly ExtensionManifest[],
  bundles: readonly Bundle[],
  { guardLoading }: SurveyOptions,
) {
  const pages = new Map<ExtensionManifest['id'], readonly ReturnType<typeof describeComponent>[]>();
  const findings: Finding[] = [];
  // 500 ms longer than the time-out of `importBundle`, which gives a better finding.
  const watch = guardLoading ? endBlockedLoad() : undefined;
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
