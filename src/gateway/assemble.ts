import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTypeDefinitionNode, parse } from 'graphql';
import {
  type ExtensionId,
  type Finding,
  isExtensionId,
  isObject,
  MemoizeLast,
  StartupError,
  throwIfErrors,
  yieldToEventLoop,
} from '#base';
import { type Bundle, buildExtensions, digest } from '#bundle';
import type { Config } from '#config';
import { type Composition, composeGraphql, type DisabledOwners, type ExtensionSdl, writtenFields } from '#engine';
import { checkEvents, discoverExtensions, type ExtensionManifest, withOwnPages } from '#extensions';
import { checkFiles } from '#files';
import { checkMail } from '#mail';
import { MeshPool, withMeshSdl, withSourceFix } from '#mesh';
import { checkConnections } from '#queue';
import { buildRouteTable, checkForms, checkPrefixes } from '#rest';
import { lookUpSdl } from './calls/look-ups.ts';
import type { Gateway } from './gateway.ts';
import { shopSchema } from './own-fields.ts';
import type { SharedParts } from './shared-parts.ts';

type OpenedMeshes = Awaited<ReturnType<MeshPool['take']>>;

type Discovery = Awaited<ReturnType<typeof discoverExtensions>>;

/** All facts about a shop that the gateway reads without running an extension's code. */
export interface Assembly extends Pick<Gateway, 'config' | 'manifests' | 'routes' | 'findings'> {
  readonly composition: Composition;
  readonly bundles: readonly Bundle[];
  /** Equal for shops with identical SDL texts and `uses`. */
  readonly schemaKey: string;
  /** The sources of the `.meshrc.yaml` files. */
  readonly meshes: OpenedMeshes['meshes'];
  /** Releases the meshes, once. Call it when no gateway is built. A gateway calls it when it is disposed. */
  release(): Promise<void>;
}

export interface AssembleOptions {
  readonly before?: Pick<Assembly, 'routes'> | undefined;
  readonly composed?: SharedParts['composed'] | undefined;
  readonly meshes?: MeshPool | undefined;
  /** Bundles this extension alone. */
  readonly only?: ExtensionId | undefined;
}

/**
 * Reads, composes and bundles the extensions in gateway.yaml. Reuses unchanged parts of `before`. Runs GraphQL Mesh
 * to read the sources of a `.meshrc.yaml`. Throws StartupError with all findings at once.
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
  { before, composed: latest, only }: AssembleOptions,
): Promise<Omit<Assembly, 'release'>> {
  const manifests = withMeshSdl(discovered.manifests, opened);
  const owned = withOwnPages(config, manifests);
  const routed = buildRouteTable(manifests, owned.config.pages, { file: config.file, before: before?.routes });
  await yieldToEventLoop();
  const built = await buildExtensions(manifests, { buildFolder: join(config.stateFolder, 'build'), only });
  await yieldToEventLoop();
  const unread = [...discovered.findings, ...opened.findings];
  const independent = [...unread, ...routed.findings, ...checkManifests(owned.config, manifests), ...built.findings];

  // An unreadable extension gives no types and pages. What others use of it would be misleadingly reported as missing.
  if (unread.some(({ severity }) => severity === 'error')) throw new StartupError(independent);
  const known = [...independent, ...owned.findings];
  const lookUps = config.graphql.accept === undefined ? undefined : lookUpSdl(manifests);
  const written = [...manifests, ...(lookUps === undefined ? [] : [lookUps])];
  const schemaKey = schemaKeyOf(written);
  await yieldToEventLoop();
  const remembered = (latest ?? new MemoizeLast()).recall([schemaKey], () =>
    composeGraphql(written, { own: shopSchema }),
  );
  const composed = hasErrors(remembered) ? await composeWithDisabled(config, manifests) : remembered;
  const findings = [...known, ...composed.findings.map(withSourceFix)];
  throwIfErrors(findings);
  return {
    config: owned.config,
    manifests,
    composition: composed.composition,
    routes: routed.table,
    bundles: built.bundles,
    schemaKey,
    meshes: opened.meshes,
    findings,
  };
}

/** What the manifests of a shop say together, and what gateway.yaml lacks for them. `config` has their pages. */
export function checkManifests(config: Config, manifests: readonly ExtensionManifest[]): readonly Finding[] {
  return [
    ...checkForms(manifests, config.pages),
    ...checkPrefixes(manifests, config.shop.locales),
    ...checkFiles(manifests, config),
    ...checkEvents(manifests),
    ...checkMail(manifests, config),
    ...checkConnections(manifests, config),
  ];
}

export function hasErrors({ findings }: { readonly findings: readonly Finding[] }): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/**
 * Composes SDL that has errors again, and looks for owners that are not enabled. Findings name them where a type is
 * missing, and what is contributed to them rests.
 */
export async function composeWithDisabled(
  config: Pick<Config, 'folder' | 'disabled'>,
  manifests: readonly ExtensionManifest[],
): Promise<ReturnType<typeof composeGraphql>> {
  return composeGraphql(manifests, { own: shopSchema, disabled: await findAbsentOwners(config, manifests) });
}

function schemaKeyOf(manifests: readonly ExtensionSdl[]): string {
  const texts = manifests.map(({ id, sdl, uses }) => [
    id,
    uses,
    sdl.map(({ file, document }) => [file, document.loc?.source.body]),
  ]);
  return digest(JSON.stringify(texts));
}

type Owners = readonly (readonly [coordinate: string, owner: Pick<ExtensionManifest, 'id' | 'declaredAt'>])[];

/**
 * Who owns types and fields that no enabled extension has: the disabled ones of gateway.yaml, and those that a contract
 * (extension.contract.json) of an enabled one names. Looked at only when composing fails, since it reads files.
 */
async function findAbsentOwners(
  config: Pick<Config, 'folder' | 'disabled'>,
  manifests: readonly ExtensionManifest[],
): Promise<DisabledOwners> {
  const discovered = await discoverExtensions({ folder: config.folder, extensions: config.disabled });
  const disabled = discovered.manifests.flatMap((manifest) => ownedBy(manifest, manifest.sdl));
  const present = new Set([...manifests, ...discovered.manifests].map(({ id }) => id));
  const needed = await Promise.all(manifests.map((manifest) => neededOwners(manifest)));
  return new Map([...needed.flat().filter(([, { id }]) => !present.has(id)), ...disabled]);
}

function ownedBy(owner: Owners[number][1], sdl: ExtensionManifest['sdl']): Owners {
  const types = sdl.flatMap(({ document }) => document.definitions.filter(isTypeDefinitionNode));
  const fields = [...writtenFields(sdl)].filter(([, { contributes }]) => !contributes);
  return [...types.map(({ name }) => name.value), ...fields.map(([name]) => name)].map((name) => [name, owner]);
}

async function neededOwners({ folder }: ExtensionManifest): Promise<Owners> {
  const file = join(folder, 'extension.contract.json');
  const { needs } = await readContract(file);
  const neighbours = isObject(needs) && isObject(needs.extensions) ? Object.entries(needs.extensions) : [];
  return neighbours.flatMap(([id, neighbour]): Owners => {
    if (!isExtensionId(id)) return [];
    const texts: readonly unknown[] = isObject(neighbour) && Array.isArray(neighbour.sdl) ? neighbour.sdl : [];
    const sdl = texts.flatMap((text) => (typeof text === 'string' ? { file, document: parse(text) } : []));
    return ownedBy({ id, declaredAt: { file, line: 1 } }, sdl);
  });
}

async function readContract(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const contract: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isObject(contract) ? contract : {};
  } catch {
    // Without a contract, nothing is known of others. `stoa check` says what is wrong with the file.
    return {};
  }
}
