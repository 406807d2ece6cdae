/** Types of what the gateway uses of GraphQL Mesh, whose packages are installed only where an extension needs them. */
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { isObject, yieldToEventLoop } from '#base';
import { exportsOf, type MeshPackages, meshName } from './mesh-packages.ts';

export type Fetch = (url: string, options?: RequestInit, ...more: readonly unknown[]) => Promise<Response>;

export interface MeshConfig {
  readonly sources: readonly {
    readonly name: string;
    readonly handler: { getMeshSource(helpers: { readonly fetchFn: Fetch }): Promise<unknown> };
  }[];
  readonly fetchFn: Fetch;
}

export interface MeshInstance {
  readonly schema: GraphQLSchema;
  readonly rawSources: readonly { readonly name: string; readonly schema: GraphQLSchema }[];
  execute(
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
    context: object,
  ): Promise<ExecutionResult> | ExecutionResult;
  destroy(): unknown;
}

export interface MeshModules {
  readonly findAndParseConfig: (options: object) => Promise<MeshConfig>;
  readonly getMesh: (options: object) => Promise<MeshInstance>;
  /** An in-memory store of sources. */
  createStore(folder: string): object;
}

/** The packages that take longest to load. They are loaded one at a time, and requests are answered in between. */
const pieces = [
  '@graphql-tools/utils',
  '@graphql-mesh/utils',
  '@graphql-mesh/runtime',
  '@graphql-mesh/http',
  'typescript',
  '@graphql-codegen/typescript-operations',
  '@graphql-codegen/typed-document-node',
  '@graphql-mesh/config',
];

/** Loads Mesh's packages. The first time takes about a second and 150 MB. */
export async function loadMesh(packages: MeshPackages, others: readonly string[]): Promise<MeshModules> {
  for (const name of [...pieces, meshName, ...others]) {
    await yieldToEventLoop();
    if (packages.find(name) !== undefined) packages.load(name);
  }
  const { findAndParseConfig } = exportsOf(packages.load(meshName));
  const { getMesh } = exportsOf(packages.load('@graphql-mesh/runtime'));
  const { MeshStore, InMemoryStoreStorageAdapter } = exportsOf(packages.load('@graphql-mesh/store'));
  if (
    !isFunction<MeshModules['findAndParseConfig']>(findAndParseConfig) ||
    !isFunction<MeshModules['getMesh']>(getMesh) ||
    !isFunction<Class>(MeshStore) ||
    !isFunction<Class>(InMemoryStoreStorageAdapter)
  )
    throw new Error(`${meshName} is not of a version that this gateway knows`);
  return {
    findAndParseConfig,
    getMesh,
    createStore: (folder) =>
      new MeshStore(folder, new InMemoryStoreStorageAdapter(), { readonly: false, validate: false }),
  };
}

type Class = new (...values: readonly unknown[]) => object;

function isFunction<Kind>(value: unknown): value is Kind {
  return typeof value === 'function';
}

/** In place of Mesh's logger, which writes to standard output. The gateway reports failures as errors and findings. */
export const silentLogger = {
  name: 'mesh',
  log: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLogger,
  addPrefix: () => silentLogger,
  toJSON: ignore,
};

function ignore(): void {
  // Ignored, because the gateway reports failures itself.
}

/** Wraps the class of a package so that its instances get the silent logger instead of Mesh's. */
export function silenced(module: unknown): unknown {
  const exported = exportsOf(module);
  const { default: main = module } = exported;
  if (!isFunction<Class>(main)) return module;
  const quiet = new Proxy(main, {
    construct: (target, [options, ...more]: readonly unknown[]) =>
      Reflect.construct(target, [isObject(options) ? { ...options, logger: silentLogger } : options, ...more]),
  });
  return { ...exported, default: quiet };
}
