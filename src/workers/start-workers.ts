import { type AdminServices, openAdminServices } from '#admin';
import type { Config } from '#config';
import { assemble, createSharedParts, type SharedParts } from '#gateway';
import type { Address } from '#http';
import { type DatabaseServer, openDatabase } from '#postgres';
import { tablesFor } from '#queue';
import { Generations, KeptGenerations, type RunningShop, type StopOptions, type startGateway } from '#server';
import { Telemetry } from '#telemetry';
import type { StartOrder } from './calls.ts';
import { identityOf } from './identity.ts';
import { type ShownWorkers, showWorkers } from './primary-admin.ts';
import { createPrimaryCounter } from './primary-counter.ts';
import { createWorkerHost, type OrderedGeneration, type WorkerHost } from './worker-host.ts';
import { WorkerPool } from './worker-pool.ts';

type Taken = 'logger' | 'environment' | 'overrides' | 'warn' | 'report' | 'signal';

export interface StartWorkersOptions extends Required<Pick<Parameters<typeof startGateway>[1], Taken>> {
  readonly workers: number;
  /** How long a worker waits for its clients when it is asked to stop. */
  readonly patience: Required<StopOptions>;
}

/**
 * Opens a shop whose requests several processes answer. This process is their primary: it migrates, bundles, orders
 * reloads, and has the admin port. It runs no extension. Throws StartupError of whatever fails first.
 */
export async function startWorkers(config: Config, options: StartWorkersOptions): Promise<RunningShop> {
  // The admin port opens first, so that probes see what a long start does.
  const { logger, warn } = options;
  const operations = await openAdminServices({ config, listens: true, logger, warn });
  try {
    return await openShop(config, { ...options, operations });
  } catch (error) {
    await operations.admin?.close();
    throw error;
  }
}

interface OpenOptions extends StartWorkersOptions {
  readonly operations: AdminServices;
}

async function openShop(config: Config, options: OpenOptions): Promise<RunningShop> {
  const { signal, warn, report, operations, environment, overrides } = options;
  const { health } = operations;
  const [startedAt, started] = [Date.now(), performance.now()];
  const since = (): number => Math.round(performance.now() - started);

  // 1. Start the processes, which load their modules while this one inspects the extensions.
  health.starts('it reads the extensions and opens the database');
  const telemetry = new Telemetry();
  const logger = telemetry.errors.watch(options.logger);
  const shared = createSharedParts();
  const kept = await KeptGenerations.open(config.stateFolder);
  const crew = startCrew(config, { ...options, logger, kept });
  const opening = openDatabase(config, { logger });
  opening.catch(() => undefined); // awaited below, after the extensions were inspected
  try {
    // 2. Inspect and bundle the extensions, and migrate: a worker does neither.
    const first = await readFirst(config, shared, kept);
    if (first.findings.length > 0) warn(first.findings);
    const database = await opening;
    signal.throwIfAborted();
    await prepareTables(first.served, database, options);

    // 3. Build the first generation in all workers, and listen.
    health.starts('its workers load the extensions');
    const { pool } = crew;
    const host = createWorkerHost(first, { pool, database, shared, telemetry, environment, overrides });
    const { url, warnings } = await crew.open(host);
    telemetry.beginGeneration(first.served.generation);
    if (warnings.length > 0) warn(warnings);
    signal.throwIfAborted();

    // 4. Show it. From here on, each change builds another generation.
    const begun = { at: startedAt, ms: since(), findings: [...first.findings, ...warnings] };
    const generations = new Generations({ host, kept, logger, telemetry, report }, begun);
    showWorkers(operations, { pool, host, generations, database, telemetry });
    health.begin();
    const extensions = first.served.manifests.length;
    logger.info('gateway started', { url, extensions, workers: options.workers, ms: since() });
    return shopOf({ url, pool, host, generations, database, operations });
  } catch (error) {
    crew.pool.kill();
    await opening.then(
      (database) => database.close(),
      () => undefined, // the error that is thrown came first
    );
    throw error;
  }
}

/** Milliseconds beyond the time of a stop. */
const retireGraceMs = 4_000;

/** Starts the workers, which wait for their first generation. */
function startCrew(config: Config, options: StartWorkersOptions & { readonly kept: KeptGenerations }) {
  const { workers, logger, signal, kept, patience } = options;
  let host: WorkerHost | undefined;
  let opened: Address | undefined;
  let { port } = config.server;
  const order = async (): Promise<StartOrder> => {
    if (host === undefined) throw new Error('the first generation is not built yet');
    const { generation } = host.current.order;
    // The primary listens on port 0 once for all workers. When the last one ends, it no longer does.
    if (pool.open.length === 0 && opened !== undefined) port = opened.port;
    return orderStart(host.current, { config, port, options, otherwise: { kept: await kept.read(generation) } });
  };
  const own = { count: createPrimaryCounter() };
  const retireMs = patience.readinessDelayMs + patience.drainMs + retireGraceMs;
  const pool = new WorkerPool({ size: workers, file: config.file, logger, own, order, retireMs });
  const killAll = (): void => pool.kill();
  signal.addEventListener('abort', killAll);
  return {
    pool,
    /** Builds the first generation in all workers, and listens. Throws StartupError. */
    async open(first: WorkerHost) {
      host = first;
      const started = await pool.start(orderStart(first.current, { config, port, options, otherwise: 'refuse' }));
      // From here on a stop drains the workers.
      signal.removeEventListener('abort', killAll);
      opened = started.address;
      return { url: opened.url, warnings: started.warnings };
    },
  };
}

/** Migrates, and puts demonstration data into a new embedded database. Throws StartupError. */
async function prepareTables(
  { config, manifests }: RunningShop['serving'],
  database: DatabaseServer,
  { signal, operations: { health } }: OpenOptions,
): Promise<void> {
  health.starts('it prepares the database');
  const added = tablesFor(manifests);
  await database.migrate(manifests, { signal, added, report: (step) => health.starts(step) });
  if (config.database.seed === 'new-embedded' && database.kind === 'embedded' && database.isNew)
    await database.seed(manifests);
  signal.throwIfAborted();
}

/** Reads and bundles the files of the start. */
async function readFirst(config: Config, { composed, meshes }: SharedParts, kept: KeptGenerations) {
  const assembly = await assemble(config, { composed, meshes });
  await assembly.release();
  const generation = (kept.numbers.at(-1) ?? 0) + 1;
  const { manifests, routes, findings } = assembly;
  return {
    served: { generation, config, manifests, routes },
    order: { generation, text: config.source, source: undefined, identity: identityOf(assembly) },
    findings,
  };
}

interface OrderParts {
  /** The config of the start. */
  readonly config: Config;
  readonly port: number;
  readonly options: StartWorkersOptions;
  readonly otherwise: StartOrder['otherwise'];
}

function orderStart({ order }: OrderedGeneration, { config, port, options, otherwise }: OrderParts): StartOrder {
  const { workers, patience } = options;
  const overrides = { ...options.overrides, port };
  return { ...order, file: config.file, startText: config.source, overrides, workers, patience, otherwise };
}

interface ShopParts extends Omit<ShownWorkers, 'telemetry'> {
  readonly url: string;
  readonly operations: AdminServices;
}

function shopOf({ url, pool, host, generations, database, operations }: ShopParts): RunningShop {
  const { health, admin } = operations;
  let closing: Promise<void> | undefined;
  const close = async (options: StopOptions): Promise<void> => {
    health.stop();
    await Promise.all([pool.stop(options), generations.close()]);
    await database.close();
    await admin?.close();
  };
  return {
    url,
    adminUrl: admin?.url,
    get serving() {
      return host.serving;
    },
    generations,
    close(options = { drainMs: 10_000 }) {
      if (closing !== undefined) void pool.stop(options);
      closing ??= close(options);
      return closing;
    },
  };
}
