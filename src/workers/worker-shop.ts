import { createProcessReport, createWorkerValues, Health } from '#admin';
import { type Finding, type Logger, StartupError } from '#base';
import { createLoadTrials } from '#bundle';
import { type Config, loadConfig } from '#config';
import type { RateCounters } from '#edge';
import { type Assembly, assemble, buildGateway, CurrentGateway, createSharedParts, type Gateway } from '#gateway';
import type { Address } from '#http';
import { type DatabaseServer, openDatabase } from '#postgres';
import {
  buildNextGateway,
  createStop,
  type KeptSource,
  readNextConfig,
  replaceGateway,
  ShopQueue,
  type StopOptions,
  startServer,
} from '#server';
import { findTracing, Telemetry } from '#telemetry';
import type { BuildOrder, StartOrder, WorkerCalls } from './calls.ts';
import { filesChanged, identityOf } from './identity.ts';
import { queueWorker, shareLimits } from './share-limits.ts';

type ReloadParts = Parameters<typeof buildNextGateway>[1];

export interface WorkerParts extends ReadParts {
  readonly counters: RateCounters;
}

interface Opened extends Pick<FirstGeneration, 'config'> {
  readonly number: number;
  readonly gateway: Gateway;
  readonly database: DatabaseServer;
  readonly reloading: ReloadParts;
}

/** The shop of one worker. It takes the steps of `startGateway` and of a reload when its primary orders them. */
export class WorkerShop {
  readonly #database: DatabaseServer;
  readonly #reloading: ReloadParts;
  readonly #current: CurrentGateway;
  readonly #trials = createLoadTrials({ warm: false });
  readonly #health = new Health();
  readonly #values: WorkerCalls['metrics'];
  /** What the console shows of this worker. */
  readonly report: ReturnType<typeof createProcessReport>;
  /** The config of the current generation, with the limits of the whole gateway. */
  #config: Config;
  readonly #queue: ShopQueue | undefined;
  #server: Awaited<ReturnType<typeof startServer>> | undefined;
  #stop: ((options: StopOptions) => Promise<void>) | undefined;
  #next: { readonly gateway: Gateway; readonly config: Config } | undefined;

  private constructor({ number, gateway, config, database, reloading }: Opened) {
    this.#database = database;
    this.#reloading = reloading;
    this.#current = new CurrentGateway(gateway);
    reloading.shared.questions.serve(this.#current);
    this.#config = config;
    this.#queue = number === queueWorker ? new ShopQueue(this.#current, database, reloading) : undefined;
    const { telemetry } = reloading;
    const plans = () => this.#current.gateway.plans;
    this.#values = createWorkerValues(
      {
        telemetry,
        plans,
        pool: () => database.use,
        health: this.#health,
        inFlightLimit: () => this.#current.gateway.config.server.limits.inFlight,
        postgres: database.version,
      },
      number,
    );
    this.report = createProcessReport({
      gateway: () => this.#current.gateway,
      health: this.#health,
      database,
      mailer: this.#queue?.mailer,
      load: () => this.#server?.load() ?? { inFlight: 0, limit: 0, shed: 0, share: 1, delayMs: 0 },
    });
    telemetry.serve(gateway);
  }

  /** Builds the first generation, and opens no port. The primary has migrated. Throws StartupError. */
  static async build(order: StartOrder, parts: WorkerParts): Promise<WorkerShop> {
    const { number, environment, counters } = parts;
    const { workers, generation, overrides } = order;
    const telemetry = new Telemetry({ tracing: await findTracing() });
    const logger = telemetry.errors.watch(parts.logger);
    const { config, assembly } = await readFirstGeneration(order, parts);
    let database: DatabaseServer | undefined;
    try {
      database = await openDatabase(assembly.config, { logger, tracing: telemetry.tracing });
      const reloading: ReloadParts = {
        database,
        shared: createSharedParts({ counters, startsLives: true }),
        logger,
        telemetry,
        development: false,
        environment,
        overrides,
        shareOf: (whole) => shareLimits(whole, { workers, number }),
      };
      const gateway = await buildGateway(assembly, { ...reloading, generation });
      return new WorkerShop({ number, gateway, config, database, reloading });
    } catch (error) {
      await assembly.release();
      await database?.close();
      throw error;
    }
  }

  get warnings(): readonly Finding[] {
    return this.#current.gateway.findings;
  }

  /** Milliseconds until the watchdog ends a process whose event loop stands still. */
  get exitMs(): number {
    return this.#config.watchdog.exitMs;
  }

  async open(): Promise<Address> {
    const [current, database] = [this.#current, this.#database];
    const { logger } = this.#reloading;
    await current.gateway.files.removeAbandoned();
    await this.#queue?.announce(current.gateway);
    const server = await startServer({ current });
    this.#server = server;
    this.#queue?.serve();
    this.#health.begin();
    const operations = { health: this.#health, admin: undefined };
    this.#stop = createStop({ server, generations: this.#trials, queue: this.#queue, current, database, operations });
    // Loads what metrics need, so that the first scrape finds them in time.
    setImmediate(() => void this.metrics().catch((err: unknown) => logger.warn('metrics failed', { err })));
    return { url: server.url, port: server.port };
  }

  /** Builds the next generation, while the current one serves. Throws StartupError; then nothing has changed. */
  async prepare({ identity, ...request }: BuildOrder, isFirst: boolean): Promise<readonly Finding[]> {
    const running = { ...this.#current.gateway, config: this.#config };
    // Another worker has tried these bundles already, unless this one is the first.
    const shared = { ...this.#reloading.shared, trials: isFirst ? this.#trials : undefined };
    const next = await buildNextGateway({ running, ...request }, { ...this.#reloading, shared });
    await this.discard();
    if (identityOf(next.assembly) !== identity) {
      await next.gateway.dispose();
      throw new StartupError([filesChanged(next.config)]);
    }
    this.#next = next;
    return next.warnings;
  }

  /** New requests use what `prepare` has built. */
  async commit(): Promise<void> {
    if (this.#next === undefined) throw new Error('there is no generation to commit');
    const { gateway, config } = this.#next;
    this.#next = undefined;
    this.#config = config;
    await this.#queue?.announce(gateway);
    void replaceGateway(this.#current, gateway, this.#reloading);
    this.#queue?.serve();
    gateway.telemetry.serve(gateway);
  }

  async discard(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    await next?.gateway.dispose();
  }

  metrics(): ReturnType<WorkerCalls['metrics']> {
    return this.#values();
  }

  /** Finishes the requests under way. A second call with `drainMs` 0 cuts them off. */
  async stop(options: StopOptions): Promise<void> {
    if (this.#stop !== undefined) return await this.#stop(options);
    await this.#current.dispose();
    await this.#database.close();
  }
}

interface ReadParts {
  readonly number: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
}

/** What a worker reads of its first generation, before it runs an extension. */
interface FirstGeneration {
  /** With the limits of the whole gateway. */
  readonly config: Config;
  /** With the limits of this worker. */
  readonly assembly: Assembly;
}

/**
 * Reads the generation that the other workers serve. Its files may have changed since, without a reload: then the
 * worker reads the copies that the primary keeps. Throws StartupError.
 */
async function readFirstGeneration(order: StartOrder, parts: ReadParts): Promise<FirstGeneration> {
  const { otherwise, source } = order;
  const kept = otherwise === 'refuse' ? undefined : otherwise.kept;
  try {
    const read = await readAs(order, source, parts);
    if (identityOf(read.assembly) === order.identity) return read;
    if (otherwise !== 'refuse' && kept === undefined) {
      parts.logger.warn('files have changed since the last reload: this worker serves them already', {
        generation: order.generation,
      });
      return read;
    }
    await read.assembly.release();
    if (kept === undefined) throw new StartupError([filesChanged(read.config)]);
  } catch (error) {
    if (!(error instanceof StartupError) || kept === undefined) throw error;
  }
  return await readAs(order, kept, parts);
}

async function readAs(
  { file, startText, text, overrides, workers }: StartOrder,
  source: KeptSource | undefined,
  { environment, number }: ReadParts,
): Promise<FirstGeneration> {
  // The ports and the database are those of the primary's start, though gateway.yaml may say otherwise since.
  const running = { config: await loadConfig(file, { environment, overrides, text: startText }) };
  const { config } = await readNextConfig({ running, source, text }, { environment, overrides });
  return { config, assembly: await assemble(shareLimits(config, { workers, number })) };
}
