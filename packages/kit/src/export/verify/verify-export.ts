import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import {
  type Assembly,
  assemble,
  type Config,
  errorFinding,
  type Finding,
  type Logger,
  placeInConfig,
  type progress,
  type RunningGateway,
  StartupError,
  startGateway,
  startServed,
} from 'stoa/tooling';
import { hiveFiles } from '../files/engine-files.ts';
import { type EnginePackage, enginePackages } from '../files/engine-packages.ts';
import type { ExportTarget } from '../files/export-target.ts';
import { meshFiles, variableOf } from '../files/mesh-files.ts';
import { readMeshSources } from '../files/mesh-sources.ts';
import { hiveSecret, isPublicKey } from '../files/placed-config.ts';
import { writeFiles } from '../files/write-files.ts';
import { composeSupergraph, type Supergraph } from '../supergraph/compose-supergraph.ts';
import { compareSchemas, type SchemaDifference } from './compare-schemas.ts';
import { type FoundPackage, findPackage } from './find-package.ts';
import { type Replayed, replay } from './replay.ts';
import { type RunningEngine, runCommand, startEngine } from './start-engine.ts';

export interface VerifyOptions {
  readonly target: ExportTarget;
  /** The folder of the export: packages are looked for there first. */
  readonly out: string;
  /** The number of generated operations. */
  readonly operations: number;
  readonly seed: number;
  /** The bearer token of the caller of all operations; undefined for a guest. */
  readonly token?: string | undefined;
  readonly logger: Logger;
  readonly progress?: typeof progress | undefined;
}

export interface Verified {
  /** Packages and their versions. */
  readonly engines: readonly string[];
  readonly subgraphs: number;
  readonly replayed: Replayed;
  readonly schema: SchemaDifference;
}

/** What {@link verifyExport} starts. */
export type VerifyPackages = Awaited<ReturnType<typeof findEngines>>;

/** Finds the packages of the engines. Throws StartupError EXPORT_PACKAGE_MISSING, before anything is written. */
export async function findEngines(
  { folder, file }: Pick<Config, 'folder' | 'file'>,
  { target, out }: Pick<VerifyOptions, 'target' | 'out'>,
) {
  const find = (wanted: EnginePackage) => findPackage(wanted, [out, folder, process.cwd()], file);
  return {
    mesh: target === 'mesh' ? await find(enginePackages.mesh) : undefined,
    hive: await find(enginePackages.hive),
  };
}

/**
 * Opens the shop as `stoa start` does, serves its extensions on ports, starts Hive Gateway over the exported
 * supergraph, and sends the same operations to both. Changes no data: it sends queries alone. Throws StartupError
 * EXPORT_CALLER_REFUSED for a token that the extensions could not check.
 */
export async function verifyExport(
  config: Config,
  packages: VerifyPackages,
  options: VerifyOptions,
): Promise<Verified> {
  const own = ownConfig(config);
  const { logger, token } = options;
  if (token !== undefined && !isPublicKey(config.auth.bearer.jwt)) throw new StartupError([uncheckedToken(config)]);
  const assembly = await assemble(own);
  try {
    const secret = newSecret();
    const shop = await startGateway(accepting(own, secret), { logger, development: false });
    try {
      return await compare({ assembly, shop, secret }, packages, options);
    } finally {
      await shop.close({ drainMs: 0 });
    }
  } finally {
    await assembly.release();
  }
}

function uncheckedToken(config: Config): Finding {
  return errorFinding('EXPORT_CALLER_REFUSED', {
    where: placeInConfig(config, ['auth', 'bearer', 'jwt']),
    what: '--token needs an issuer with public keys: extensions that are served alone check tokens themselves',
    fix: 'Set auth.bearer.jwt.jwks, or leave --token out: the operations are then those of a guest.',
  });
}

/** On a free port, within this process, and without what would refuse a client that asks hundreds of things. */
function ownConfig(config: Config): Config {
  const { server, graphql } = config;
  const { persisted: _, accept: _other, ...open } = graphql;
  return {
    ...config,
    server: { ...server, host: '127.0.0.1', port: 0, rateLimit: { ...server.rateLimit, points: 0 } },
    graphql: { ...open, access: 'public', introspection: 'always' },
    extensions: config.extensions.map((extension) => ({ ...extension, placement: { kind: 'in-process' } })),
  };
}

/** A secret of an engine that asks the shop. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The shop as one that an engine with this secret may ask. */
export function accepting(config: Config, secret: string): Config {
  return { ...config, graphql: { ...config.graphql, accept: { hive: { secret } } } };
}

interface Opened {
  readonly assembly: Assembly;
  readonly shop: RunningGateway;
  readonly secret: string;
}

/** A shop's graph behind Hive Gateway. */
export interface ExportedShop extends AsyncDisposable {
  readonly engine: RunningEngine;
  readonly supergraph: Supergraph;
}

/** Serves the extensions of an open shop on ports, and starts Hive Gateway over the exported supergraph. */
export async function openExported(
  { assembly, shop, secret }: Opened,
  packages: VerifyPackages,
  logger: Logger,
): Promise<ExportedShop> {
  const services = await startServices({ assembly, gatewayUrl: shop.url, secret, logger });
  const folder = await workFolder(packages.hive);
  const close = async (): Promise<void> => {
    await services[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  };
  try {
    const addresses = { gateway: shop.url, extensions: services.urls };
    const supergraph = composeSupergraph(assembly.config, assembly, addresses);
    const mesh = packages.mesh === undefined ? undefined : await readMeshSources(assembly.manifests);
    const exported = { config: assembly.config, addresses, supergraph, mesh };
    await writeFiles(folder, packages.mesh === undefined ? hiveFiles(exported) : meshFiles(exported));
    const own = sourceVariables(assembly.manifests);
    if (packages.mesh !== undefined) {
      const urls = Object.fromEntries(supergraph.subgraphs.map(({ name, url }) => [variableOf(name), url]));
      await runCommand({ found: packages.mesh, words: [], folder, environment: { ...urls, ...own } });
    }
    const environment = { ...own, [hiveSecret]: secret };
    const engine = await startEngine({ found: packages.hive, words: ['supergraph'], folder, environment });
    return { engine, supergraph, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function compare(opened: Opened, packages: VerifyPackages, options: VerifyOptions): Promise<Verified> {
  const { assembly, shop } = opened;
  const { logger, operations: count, seed, token, progress } = options;
  const exported = await openExported(opened, packages, logger);
  try {
    const { path } = assembly.config.graphql;
    const { subgraphs } = exported.supergraph;
    const theirs = exported.engine.url + path;
    const sides = { ours: shop.url + path, theirs, ownSubgraph: subgraphs.at(-1)?.name ?? '', token };
    return {
      engines: [packages.mesh, packages.hive].flatMap((found) => found?.title ?? []),
      subgraphs: subgraphs.length,
      replayed: await replay(shop.gateway, { ...sides, count, seed, progress }),
      schema: compareSchemas(shop.gateway.schema, await introspect(theirs)),
    };
  } finally {
    await exported[Symbol.asyncDispose]();
  }
}

/** A folder whose configuration files find the packages. */
async function workFolder({ modules }: FoundPackage): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-export-'));
  await symlink(modules, join(folder, 'node_modules'), 'junction');
  return folder;
}

/** The variables that `.meshrc.yaml` files name. */
function sourceVariables(manifests: Assembly['manifests']): Readonly<Record<string, string>> {
  const names = manifests.flatMap(({ mesh }) => mesh?.variables.map(({ name }) => name) ?? []);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

async function introspect(url: string): Promise<IntrospectionQuery> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data }: { readonly data: IntrospectionQuery } = await response.json();
  return data;
}

interface ServiceParts {
  readonly assembly: Pick<Assembly, 'config' | 'composition' | 'manifests'>;
  /** The gateway's origin, for `context.query`. */
  readonly gatewayUrl: string;
  /** Of the gateway's and of Hive Gateway's signatures. */
  readonly secret: string;
  readonly logger: Logger;
}

/** Serves each extension with GraphQL on a free port, as `stoa serve` does. `urls` are origins by extension. */
async function startServices(parts: ServiceParts) {
  const { manifests, composition } = parts.assembly;
  // Engines ask the sources of GraphQL Mesh themselves.
  const served = manifests.filter(({ id, mesh }) => composition.subgraphs.has(id) && mesh === undefined);
  const placed = placedElsewhere(parts);
  const started = new Map<string, Awaited<ReturnType<typeof startServed>>>();
  const stop = async (): Promise<void> => {
    await Promise.all([...started.values()].map((served) => served.close({ readinessDelayMs: 0, drainMs: 0 })));
  };
  try {
    for (const { id: name } of served)
      started.set(name, await startServed(placed, { name, at: { host: '127.0.0.1', port: 0 }, logger: parts.logger }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: new Map([...started].map(([name, { url }]) => [name, url])), [Symbol.asyncDispose]: stop };
}

/** The shop with each extension at a URL, which accepts what the exported gateway.yaml says. */
function placedElsewhere({ assembly, gatewayUrl, secret }: ServiceParts): Assembly['config'] {
  const { config } = assembly;
  const { jwt } = config.auth.bearer;
  const bearer = isPublicKey(jwt) ? { jwks: jwt.key.url, issuer: jwt.issuer, audience: jwt.audience } : undefined;
  const placement = {
    kind: 'url',
    // Where it listens is said to each of them.
    urls: ['http://127.0.0.1'],
    secrets: { secret },
    ca: undefined,
    gateway: gatewayUrl,
    forwardBearer: false,
    accept: { hive: { secret }, bearer },
  } as const;
  return { ...config, extensions: config.extensions.map((extension) => ({ ...extension, placement })) };
}
