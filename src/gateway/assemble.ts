import { join } from 'node:path';
import { isTypeDefinitionNode } from 'graphql';
import { type Finding, StartupError, throwIfErrors } from '../base/findings/startup-error.ts';
import { Latest } from '../base/latest.ts';
import { letRequestsIn } from '../base/let-requests-in.ts';
import { buildExtensions } from '../bundle/build-extensions.ts';
import type { Bundle } from '../bundle/files/bundle.ts';
import { digest } from '../bundle/files/bundle-cache.ts';
import type { Config } from '../config/config.ts';
import { composeGraphql } from '../engine/compose/compose-graphql.ts';
import type { Composition } from '../engine/subschema/composition.ts';
import { type Discovery, discoverExtensions } from '../extensions/discover-extensions.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import { MeshPool, type OpenedMeshes } from '../mesh/mesh-pool.ts';
import { inSource, withMeshSdl } from '../mesh/with-mesh-sdl.ts';
import { checkForms } from '../rest/check-forms.ts';
import { buildRouteTable, type RouteTable } from '../rest/route-table.ts';
import { coreSchema } from './core-schema.ts';
import type { SharedParts } from './shared-parts.ts';

/** Everything that can be known of a shop before any extension's code has run. */
export interface Assembly {
  readonly config: Config;
  readonly manifests: readonly ExtensionManifest[];
  readonly composition: Composition;
  readonly routes: RouteTable;
  readonly bundles: readonly Bundle[];
  /** Equal for shops whose SDL is the same to the letter. */
  readonly schemaKey: string;
  /** What the sources of extensions' `.meshrc.yaml` files gave. */
  readonly meshes: OpenedMeshes['meshes'];
  /** Warnings; errors are thrown. */
  readonly findings: readonly Finding[];
  /** Lets go of the meshes, once: for whoever makes no gateway of it. A gateway does so when it is disposed. */
  release(): Promise<void>;
}

export interface AssembleOptions {
  readonly before?: Pick<Assembly, 'routes'> | undefined;
  readonly composed?: SharedParts['composed'] | undefined;
  readonly meshes?: MeshPool | undefined;
}

/**
 * Finds, joins and bundles the extensions that gateway.yaml names. What has not changed since `before` is taken from there.
 * Throws StartupError with all findings at once. Of an extension with a `.meshrc.yaml`, GraphQL Mesh runs and reads the sources.
 */
export async function assemble(config: Config, options: AssembleOptions = {}): Promise<Assembly> {
  const { meshes: pool = new MeshPool() } = options;
  const discovered = await discoverExtensions(config);
  const opened = await pool.take(discovered.manifests);
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (isHeld) await pool.release(opened);
    isHeld = false;
  };
  try {
    return { ...(await joinManifests({ config, discovered, opened }, options)), release };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Found {
  readonly config: Config;
  readonly discovered: Discovery;
  readonly opened: OpenedMeshes;
}

async function joinManifests(
  { config, discovered, opened }: Found,
  { before, composed: latest }: AssembleOptions,
): Promise<Omit<Assembly, 'release'>> {
  const manifests = withMeshSdl(discovered.manifests, opened);
  const routed = buildRouteTable(manifests, config.pages, { file: config.file, before: before?.routes });
  await letRequestsIn();
  const built = await buildExtensions(manifests, { buildFolder: join(config.stateFolder, 'build') });
  await letRequestsIn();
  const forms = checkForms(manifests, config.pages);
  const unread = [...discovered.findings, ...opened.findings];
  const independent = [...unread, ...routed.findings, ...forms, ...built.findings];

  // An extension that cannot be read gives no types: whatever the others extend would be reported as missing, and mislead.
  if (unread.some(({ severity }) => severity === 'error')) throw new StartupError(independent);
  const schemaKey = schemaKeyOf(manifests);
  await letRequestsIn();
  const composed = (latest ?? new Latest()).recall([schemaKey], () => composeGraphql(manifests, { own: coreSchema }));
  const findings = [...independent, ...composed.findings.map(inSource)];
  if (composed.findings.some(({ severity }) => severity === 'error')) {
    const disabled = await disabledOwners(config);
    const { findings: named } = composeGraphql(manifests, { own: coreSchema, disabled });
    throw new StartupError([...independent, ...named.map(inSource)]);
  }
  throwIfErrors(findings);
  return {
    config,
    manifests,
    composition: composed.composition,
    routes: routed.table,
    bundles: built.bundles,
    schemaKey,
    meshes: opened.meshes,
    findings,
  };
}

/** By type, the extensions of gateway.yaml that define it and are not enabled: read only to say what is missed. */
async function disabledOwners(config: Config): Promise<ReadonlyMap<string, ExtensionManifest>> {
  const { manifests } = await discoverExtensions({ folder: config.folder, extensions: config.disabled });
  const definitions = manifests.flatMap((manifest) =>
    manifest.sdl.flatMap(({ document }) =>
      document.definitions.filter(isTypeDefinitionNode).map(({ name }) => [name.value, manifest] as const),
    ),
  );
  return new Map(definitions);
}

function schemaKeyOf(manifests: readonly ExtensionManifest[]): string {
  const texts = manifests.map(({ id, sdl }) => [
    id,
    sdl.map(({ file, document }) => [file, document.loc?.source.body]),
  ]);
  return digest(JSON.stringify(texts));
}
