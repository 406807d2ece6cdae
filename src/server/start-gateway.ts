import { type AdminServices, openAdminServices, showGateway } from '#admin';
import type { ExtensionId, Finding, Logger } from '#base';
import { createLoadTrials } from '#bundle';
import type { Config, Overrides } from '#config';
import { assemble, buildGateway, CurrentGateway, createSharedParts, type Gateway } from '#gateway';
import type { Mailer } from '#mail';
import type { StartExtension } from '#placement';
import { type DatabaseServer, openDatabase } from '#postgres';
import { tablesFor } from '#queue';
import { findTracing, Telemetry } from '#telemetry';
import type { ServedGeneration } from './generations/generation-host.ts';
import { Generations } from './generations/generations.ts';
import { KeptGenerations } from './generations/kept-generations.ts';
import { createLocalHost } from './generations/local-host.ts';
import { ShopQueue } from './generations/shop-queue.ts';
import { serveRequest } from './handlers.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { createStop, type StopOptions } from './stop-gateway.ts';

export interface StartGatewayOptions {
  readonly logger: Logger;
  readonly development: boolean;
  /** Whether to open the admin port of gateway.yaml. The default is false. */
  readonly admin?: boolean;
  readonly onQuery?: NonNullable<Parameters<typeof openDatabase>[1]['onQuery']>;
  /** Runs an extension in another place. Undefined, or for what it leaves: where gateway.yaml places it. */
  readonly startOf?: (extension: ExtensionId) => StartExtension | undefined;
  /** Whether jobs start by their schedules. The default is true. */
  readonly schedules?: boolean;
  /** Whether a copy of each generation stays on disk, for a rollback. The default is true. */
  readonly keeps?: boolean;
  /** Called with the warnings about the extensions, if there are any. */
  readonly warn?: (warnings: readonly Finding[]) => void;
  /** Called with the findings of each reload that has any. By default only the log has them. */
  readonly report?: (findings: readonly Finding[]) => void;
  /** The environment for reloads of gateway.yaml: that with which Config was read. Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly overrides?: Overrides;
  /** Aborts the start between two steps and closes what is open by then. */
  readonly signal?: AbortSignal;
}

/** A shop that accepts requests, in this process or in several workers. */
export interface RunningShop {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** URL of the admin port, if it is open. */
  readonly adminUrl: string | undefined;
  /** What answers new requests. */
  readonly serving: ServedGeneration;
  /** All generations so far; it builds the next one. */
  readonly generations: Generations;
  /** Stops accepting, lets requests in flight finish for `drainMs` milliseconds, then closes everything. */
  close(options?: StopOptions): Promise<void>;
}

/** A shop in this process. */
export interface RunningGateway extends RunningShop {
  readonly gateway: Gateway;
  readonly database: DatabaseServer;
  /** The last mails that were caught and not sent, newest first. */
  readonly mails: Mailer['caught'];
  /** The current load, and the number of refused requests. */
  readonly load: RunningServer['load'];
}

/**
 * Opens a shop from a Config. When a step fails, it closes what earlier steps opened. Throws StartupError of the
 * extensions, the database or the port, whichever fails first.
 */
export async function startGateway(config: Config, options: StartGatewayOptions): Promise<RunningGateway> {
  // The admin port opens first, so that probes see what a long start does.
  const { admin = false, ...rest } = options;
  const operations = await openAdminServices({ config, listens: admin, logger: rest.logger, warn: rest.warn });
  try {
    return await openShop(config, { ...rest, operations });
  } catch (error) {
    await operations.admin?.close();
    throw error;
  }
}

async function openShop(
  config: Config,
  { operations, ...options }: Omit<StartGatewayOptions, 'admin'> & { readonly operations: AdminServices },
): Promise<RunningGateway> {
  const { development, signal, warn, keeps } = options;
  const { health } = operations;
  const [startedAt, started] = [Date.now(), performance.now()];

  // 1. Inspect the extensions. The database starts at the same time, since neither needs the other.
  health.starts('it reads the extensions and opens the database');
  const telemetry = new Telemetry({ tracing: await findTracing() });
  const logger = telemetry.errors.watch(options.logger);
  const opening = openDatabase(config, { ...options, logger, tracing: telemetry.tracing });
  opening.catch(() => undefined); // awaited below, after the extensions were inspected
  const shared = createSharedParts({ ...options, startsLives: true });
  const assembly = await assemble(config, shared).catch((error: unknown) => closeThenThrow(opening, error));
  const database = await opening;
  let gateway: Gateway | undefined;
  try {
    signal?.throwIfAborted();
    if (assembly.findings.length > 0) warn?.(assembly.findings);

    // 2. Tables before code: a module may query with its first request.
    health.starts('it prepares the database');
    const added = tablesFor(assembly.manifests);
    await database.migrate(assembly.manifests, { signal, added, report: (step) => health.starts(step) });
    if (config.database.seed === 'new-embedded' && database.kind === 'embedded' && database.isNew) {
      await database.seed(assembly.manifests);
    }
    signal?.throwIfAborted();

    // 3. Join the extensions, and listen.
    health.starts('it loads the extensions');
    const kept = await KeptGenerations.open(config.stateFolder);
    const generation = (kept.numbers.at(-1) ?? 0) + 1;
    gateway = await buildGateway(assembly, { logger, database, development, generation, shared, telemetry });
    signal?.throwIfAborted();
    if (gateway.findings.length > 0) warn?.(gateway.findings);
    await gateway.files.removeAbandoned();
    const current = new CurrentGateway(gateway);
    shared.questions.serve(current);
    telemetry.serve(gateway);
    let running: ReturnType<Parameters<typeof showGateway>[1]['running']>;
    const queue = new ShopQueue(current, database, { ...options, logger, adminUrl: operations.admin?.url });
    showGateway(operations, {
      gateway: () => current.gateway,
      database,
      serve: serveRequest,
      running: () => running,
      mailer: queue.mailer,
    });
    await queue.announce(gateway);
    const server = await startServer({ current });
    queue.serve();
    health.begin();
    logger.info('gateway started', { url: server.url, extensions: assembly.manifests.length, ms: since(started) });

    // 4. From here on, each change builds another gateway (reload.ts).
    const findings = [...assembly.findings, ...gateway.findings];
    const trials = createLoadTrials({ warm: development && config.reload.watch });
    const { environment = process.env, overrides = {}, report = () => undefined } = options;
    const reloading = {
      database,
      shared: { ...shared, trials },
      logger,
      telemetry,
      development,
      environment,
      overrides,
    };
    const generations = new Generations(
      { host: createLocalHost(current, reloading, queue), kept, keeps, logger, telemetry, report },
      { at: startedAt, ms: since(started), findings },
    );
    running = { generations, load: () => server.load() };
    const close = createStop({ server, generations, queue, current, database, operations });
    return {
      url: server.url,
      adminUrl: operations.admin?.url,
      mails: queue.mailer.caught,
      get gateway() {
        return current.gateway;
      },
      get serving() {
        return current.gateway;
      },
      generations,
      database,
      load: server.load,
      close: (patience = defaultPatience) => close(patience),
    };
  } catch (error) {
    await (gateway?.dispose() ?? assembly.release());
    await database.close();
    throw error;
  }
}

const defaultPatience: StopOptions = { drainMs: 10_000 };

async function closeThenThrow(opening: Promise<DatabaseServer>, error: unknown): Promise<never> {
  // Findings of the extensions come first. A database that failed too is reported at the next start.
  const opened = await Promise.allSettled([opening]);
  await Promise.all(opened.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.close() : undefined)));
  throw error;
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
