import { join } from 'node:path';
import type { Database } from 'stoa';
import {
  type Config,
  cloneShopDatabase,
  createLogger,
  describeResolvers,
  discoverExtensions,
  type ExtensionId,
  type ExtensionManifest,
  type ExtensionOptions,
  isObject,
  loadConfig,
  type RenderComponents,
  type ResolverFile,
  type RunningExtension,
  type RunningGateway,
  type StartExtension,
  type StartParts,
  StartupError,
  startGateway,
  startInProcess,
  type TestExtension,
} from 'stoa/tooling';
import { contractName, type ExtensionContract, readContractIfThere, writeStandInShop } from '../../shop/index.ts';
import { schemaValue } from '../../values/index.ts';
import { checkedRenderer } from '../checks/checked-renderer.ts';
import { checkedResolvers } from '../checks/checked-resolvers.ts';
import { failureOf } from '../checks/failure-of.ts';
import type { Reached } from '../checks/standard-checks.ts';
import { holdServer } from '../server/test-server.ts';
import { madeUpContributor } from '../stand-in/made-up-contributor.ts';
import { madeUpParents } from '../stand-in/made-up-parents.ts';
import { standInResolvers } from '../stand-in/stand-in-resolvers.ts';
import { askAsOther } from './ask-as-other.ts';
import { readByName } from './find-extension.ts';
import { findNeighbours } from './find-neighbours.ts';
import { giveBackShopFolder, takeShopFolder } from './shop-folders.ts';

/** `openExtension`'s options, with their defaults. */
export type AloneOptions = Required<ExtensionOptions>;

/** An extension in a shop of its own, whose neighbours are stand-ins. */
export interface Alone {
  readonly running: RunningGateway;
  readonly config: Config;
  readonly manifest: ExtensionManifest;
  readonly database: Database;
  readonly log: readonly string[];
  /** The extension's statements since the last call. */
  takeQueries(): readonly string[];
  /** What its code has thrown since the last call, and statements that it ran again and again, each with its place. */
  takeFailures(): readonly string[];
  /** Results of its resolvers since the last call that are none of their type, and components that threw. */
  takeProblems(): readonly string[];
  readonly reached: Reached;
  readonly ask: TestExtension['ask'];
  close(): Promise<void>;
}

/** Milliseconds that a call may take: a test that waits for longer ends by its own time limit. */
const callMs = 60_000;

/** By folder: what has run in this process. So tests of the extension count, too. */
const reachedIn = new Map<string, Reached>();

/**
 * Opens an extension alone. With `parents`, a root field gives made-up objects of each type of others that it extends,
 * and its lists that others fill have made-up items.
 * Throws StartupError with what keeps it from starting.
 */
export async function openAlone(name: string, options: AloneOptions, parents = false): Promise<Alone> {
  const manifest = await readByName(name, options.from);
  const { folder } = manifest;
  const contract = (await readContractIfThere(join(folder, contractName))) ?? withoutContract(manifest);
  const root = await takeShopFolder();
  const server = await holdServer();
  let running: RunningGateway | undefined;
  let drop: (() => Promise<void>) | undefined;
  const close = async (): Promise<void> => {
    await running?.close({ drainMs: 1_000 });
    await drop?.();
    await Promise.all([server.release(), giveBackShopFolder(root)]);
  };
  try {
    const found = await findNeighbours(folder, contract);
    const neighbours = {
      ...found,
      ...(parents && madeUpParents(manifest, found)),
      ...madeUpContributor(manifest, { all: parents, mocks: options.mocks }),
    };
    const { locale, locales, currency, timeZone } = options;
    const shop = { contract, folder, neighbours, sdl: manifest.sdl, locale, locales, currency, timeZone };
    const file = await writeStandInShop(root, { ...shop, ...settingsOf(manifest, options) });
    const environment = { ...process.env, ...options.environment };
    const overrides = { port: 0, adminPort: false, demo: true } as const;
    const read = await loadConfig(file, { environment, overrides, generatedSecrets: 'look' });
    const clone = await cloneShopDatabase({
      ...options,
      settings: server.settings,
      config: read,
      // Stand-ins have migrations, too.
      manifests: (await discoverExtensions(read)).manifests,
    });
    drop = clone.drop;
    const config: Config = {
      ...read,
      stateFolder: join(root, '.stoa'),
      database: { ...read.database, url: clone.url },
      // A busy machine is slow, and a test of answers is not about that.
      server: { ...read.server, limits: { ...read.server.limits, timeoutMs: callMs, eventLoopDelayMs: 0 } },
      calls: { timeoutMs: callMs, breaker: { ...read.calls.breaker, failures: 0 } },
      // Nothing is edited while it is open.
      reload: { ...read.reload, watch: false },
    };
    const records = new Records(name);
    const reached = reachedIn.get(folder) ?? { calls: new Map(), rendered: new Set() };
    reachedIn.set(folder, reached);
    const start = startWith(options, name, { problems: records.problems, reached });
    running = await startGateway(config, {
      logger: records.logger,
      development: true,
      environment,
      overrides,
      startOf: () => start,
      // Else a job could run between two lines of a test.
      schedules: false,
      keeps: false,
      onQuery: (extension, text) => records.addQuery(extension, text),
    });
    return {
      running,
      config,
      manifest,
      close,
      database: running.database.of(manifest.id),
      log: records.log,
      takeQueries: () => records.queries.splice(0),
      takeFailures: () => records.takeFailures(folder),
      takeProblems: () => records.problems.splice(0),
      reached,
      ask: askAsOther(running, manifest),
    };
  } catch (error) {
    await close();
    throw error instanceof StartupError ? withAdvice(error, contract, folder) : error;
  }
}

/** Those of the test, with made-up values for what a shop has to set. */
function settingsOf({ settings }: ExtensionManifest, { settings: given, random }: AloneOptions) {
  if (settings === undefined && Object.keys(given).length === 0) return {};
  const { properties, required = [] } = { properties: {}, ...settings?.schema };
  const names = Array.isArray(required) ? required.map(String) : [];
  const due = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name, each]) => names.includes(name) && isObject(each) && each.default === undefined,
  );
  const madeUp = due.map(([name, each]) => [name, schemaValue(each, random)] as const);
  return { settings: { ...Object.fromEntries(madeUp), ...given } };
}

class Records {
  readonly log: string[] = [];
  readonly queries: string[] = [];
  readonly problems: string[] = [];
  readonly logger = createLogger('debug', { write: (line: string) => void this.log.push(line.trimEnd()) });
  readonly #extension: string;
  #looked = 0;

  constructor(extension: string) {
    this.#extension = extension;
  }

  takeFailures(folder: string): readonly string[] {
    const lines = this.log.slice(this.#looked);
    this.#looked = this.log.length;
    return [...new Set(lines.flatMap((line) => failureOf(line, folder) ?? []))];
  }

  addQuery(extension: ExtensionId, text: string): void {
    if (extension === this.#extension) this.queries.push(text);
  }
}

type Watched = Pick<Records, 'problems'> & Pick<Alone, 'reached'>;

function startWith(
  { mocks, random, nulls }: AloneOptions,
  name: string,
  { problems, reached }: Watched,
): StartExtension {
  const report = (problem: string): void => void problems.push(problem);
  const { calls, rendered } = reached;
  return (parts) => {
    const { manifest, subgraph } = parts;
    if (manifest.id === name)
      return withResolvers(
        parts,
        (files) => checkedResolvers(files, { manifest, subgraph, report, calls }),
        (render) => checkedRenderer(render, { folder: manifest.folder, report, rendered }),
      );
    return withResolvers(parts, ([first]) =>
      subgraph === undefined || first === undefined
        ? []
        : [{ file: first.file, value: standInResolvers({ manifest, subgraph, mocks, seed: random, nulls }) }],
    );
  };
}

/** Runs an extension in this process, with other resolvers than those of its files, and another renderer if given. */
function withResolvers(
  parts: StartParts,
  change: (files: readonly ResolverFile[]) => readonly ResolverFile[],
  rendering: (render: RenderComponents) => RenderComponents = (render) => render,
): RunningExtension {
  const running = startInProcess(parts);
  let resolvers: readonly ResolverFile[] = [];
  return {
    async load() {
      const description = await running.load();
      const { backEnd } = running;
      resolvers = change(backEnd.gives === 'objects' ? backEnd.resolvers : []);
      return { ...description, resolvers: describeResolvers(resolvers) };
    },
    answer: (exchange) => running.answer(exchange),
    get backEnd() {
      return { gives: 'objects', resolvers } as const;
    },
    render: rendering((request) => running.render(request)),
    runTask: (run) => running.runTask(run),
    get compose() {
      return running.compose;
    },
    dispose: () => running.dispose(),
  };
}

/** An extension that has no contract yet needs pages for its components, and nothing else that is known. */
function withoutContract({ id, pages, endpoints }: ExtensionManifest): ExtensionContract {
  const groups = new Set([
    ...pages.map(({ group }) => (group === 'all' ? 'homepage' : group)),
    ...endpoints.flatMap(({ form }) => form?.page ?? []),
  ]);
  const paths = [...groups].map((group): [string, { readonly path: string }] => [
    group,
    { path: group === 'homepage' ? '/' : `/${group}` },
  ]);
  return {
    contract: 1,
    extension: id,
    gives: { sdl: [], routes: {}, components: {} },
    needs: { pages: Object.fromEntries(paths), extensions: {} },
  };
}

/** What is missing may be something that the contract does not say yet. */
function withAdvice(error: StartupError, { needs }: ExtensionContract, folder: string): StartupError {
  const names = Object.keys(needs.extensions);
  const known = names.length === 0 ? 'no other extension' : names.join(', ');
  return new StartupError(
    error.findings.map((finding) =>
      finding.where.file.startsWith(folder)
        ? {
            ...finding,
            fix: `${finding.fix} Alone, it knows ${known}: see ${contractName}. Run "npx stoa types" in the shop, or put a neighbour's contract into contracts/.`,
          }
        : finding,
    ),
    { cause: error },
  );
}
