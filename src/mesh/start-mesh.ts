import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { errorFinding, type Finding, requireOwn, StartupError } from '#base';
import { relaxedSchema } from '#engine';
import type { MeshManifest } from '#extensions';
import { fetchWithState, placeWithoutQuery, reasonOf, signalsOf } from './mesh-fetch.ts';
import {
  type Fetch,
  loadMesh,
  type MeshConfig,
  type MeshInstance,
  type MeshModules,
  silenced,
  silentLogger,
} from './mesh-modules.ts';
import { type MeshPackages, namesOf } from './mesh-packages.ts';
import { type Redact, redacted } from './redaction.ts';

/** One start of Mesh. Records why its sources fail. */
export class MeshStart {
  readonly redact: Redact;
  readonly #mesh: MeshManifest;
  readonly #failures = new Map<string, unknown>();
  /** The last failed or pending fetch of each source, in words. */
  readonly #fetches = new Map<string, string>();
  readonly #late = new AbortController();

  constructor(mesh: MeshManifest, redact: Redact) {
    this.#mesh = mesh;
    this.redact = redact;
  }

  async run(packages: MeshPackages, timeoutMs: number): Promise<MeshInstance> {
    const modules = await this.#load(packages);
    const { promise: tooLate, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => {
      this.#late.abort();
      resolve('late');
    }, timeoutMs);
    const opening = this.#open(packages, modules);
    try {
      const opened = await Promise.race([opening, tooLate]);
      if (opened !== 'late') return opened;
      // Mesh may still open after the time-out. Close it then.
      opening.then((mesh) => mesh.destroy()).catch(() => undefined);
      throw new StartupError([...this.#unfinished(timeoutMs)]);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      throw new StartupError(this.#findings(error), { cause: redacted(error, this.redact) });
    } finally {
      clearTimeout(timer);
    }
  }

  finding(what: string, fix: string): Finding {
    return errorFinding('MESH_FAILED', { where: { file: this.#mesh.file, line: 1 }, what, fix });
  }

  async #load(packages: MeshPackages): Promise<MeshModules> {
    shareGraphql();
    try {
      return await loadMesh(packages, this.#mesh.packages.flatMap(namesOf));
    } catch (error) {
      const what = `GraphQL Mesh cannot be loaded: ${reasonOf(error)}`;
      const fix = 'Install it again: a package of it is damaged, or of a version that does not fit the others.';
      throw new StartupError([this.finding(what, fix)], { cause: error });
    }
  }

  async #open(
    packages: MeshPackages,
    { findAndParseConfig, getMesh, createStore }: MeshModules,
  ): Promise<MeshInstance> {
    const dir = dirname(this.#mesh.file);
    const config = await findAndParseConfig({
      dir,
      importFn: async (name: string) => silenced(packages.load(memoryFor(name))),
      // Mesh's default store would write into the extension's folder.
      store: createStore(join(dir, '.mesh')),
      logger: silentLogger,
      ignoreAdditionalResolvers: true,
    });
    return getMesh({
      ...config,
      logger: silentLogger,
      fetchFn: fetchWithState(config.fetchFn),
      sources: config.sources.map((source) => this.#watched(source)),
      additionalEnvelopPlugins: [nullableOutputs()],
    });
  }

  /** Wraps the handler of a source to record its failures, because Mesh does not report which source failed. */
  #watched({ handler, ...source }: MeshConfig['sources'][number]): MeshConfig['sources'][number] {
    const { name } = source;
    const getMeshSource: typeof handler.getMeshSource = async (helpers) => {
      try {
        const made = await handler.getMeshSource({ ...helpers, fetchFn: this.#recorded(helpers.fetchFn, name) });
        this.#fetches.delete(name);
        this.#failures.delete(name);
        return made;
      } catch (error) {
        this.#failures.set(name, error);
        throw error;
      }
    };
    this.#failures.set(name, undefined);
    return { ...source, handler: { getMeshSource } };
  }

  #recorded(fetchIt: Fetch, source: string): Fetch {
    return async (url, options, ...more) => {
      const from = placeWithoutQuery(url);
      const signal = this.#failures.has(source)
        ? AbortSignal.any([this.#late.signal, ...signalsOf(options)])
        : undefined;
      if (signal === undefined) return fetchIt(url, options, ...more);
      this.#fetches.set(source, `${from} has not answered`);
      try {
        const response = await fetchIt(url, { ...options, signal }, ...more);
        if (response.ok) this.#fetches.delete(source);
        else this.#fetches.set(source, `${from} answered ${response.status}`);
        return response;
      } catch (error) {
        this.#fetches.set(source, `${from} cannot be reached: ${reasonOf(error)}`);
        throw error;
      }
    };
  }

  #findings(error: unknown): readonly Finding[] {
    const failed = [...this.#failures].filter(([, reason]) => reason !== undefined);
    const fix = 'All sources were read: check the transforms and the merger.';
    if (failed.length === 0)
      return [this.finding(this.redact(`GraphQL Mesh makes nothing of it: ${reasonOf(error)}`), fix)];
    return failed.map(([name, reason]) => this.#unreadable(name, this.#fetches.get(name) ?? reasonOf(reason)));
  }

  #unfinished(timeoutMs: number): readonly Finding[] {
    const waiting = [...this.#failures.keys()];
    const fix = 'All sources were read: take out transforms one by one, until the one that waits is found.';
    if (waiting.length === 0) return [this.finding(`GraphQL Mesh has not started after ${timeoutMs} ms`, fix)];
    return waiting.map((name) =>
      this.#unreadable(name, `${this.#fetches.get(name) ?? 'it is not read'} after ${timeoutMs} ms`),
    );
  }

  #unreadable(name: string, reason: string): Finding {
    const where = this.#mesh.sources.find((source) => source.name === name)?.where ?? { file: this.#mesh.file };
    return errorFinding('MESH_SOURCE_UNREADABLE', {
      where,
      what: this.redact(`the source "${name}" cannot be read: ${reason}`),
      fix: 'Its schema is read once, before the shop opens: see that it is there then, or name a file of the folder as its source.',
    });
  }
}

/** The cache that Mesh's default cache uses on Node. The default first tries browser storage, at which Node warns. */
function memoryFor(name: string): string {
  return name === '@graphql-mesh/localforage' ? '@graphql-mesh/cache-inmemory-lru' : name;
}

/** Makes all outputs nullable, so that an error stays at its path. The gateway propagates nulls in the response. */
function nullableOutputs(): object {
  const relaxed = new WeakMap<GraphQLSchema, GraphQLSchema>();
  return {
    onExecute({ args }: { readonly args: { schema: GraphQLSchema } }): void {
      const known = relaxed.get(args.schema) ?? relaxedSchema(args.schema);
      relaxed.set(args.schema, known);
      args.schema = known;
    },
  };
}

let isShared = false;

/**
 * Makes every later import of `graphql` in this process return the gateway's copy. Where the gateway is linked into
 * a project, npm installs a second copy next to Mesh. Two copies refuse each other's schemas.
 */
function shareGraphql(): void {
  if (isShared) return;
  isShared = true;
  const known = new Map<string, string>();
  let isLooking = false;
  registerHooks({
    resolve(specifier, context, next) {
      if (isLooking || !/^graphql(?:$|\/)/.test(specifier)) return next(specifier, context);
      isLooking = true;
      try {
        const url = known.get(specifier) ?? pathToFileURL(requireOwn.resolve(specifier)).href;
        known.set(specifier, url);
        return { url, shortCircuit: true };
      } finally {
        isLooking = false;
      }
    },
  });
}
