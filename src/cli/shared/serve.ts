import { dirname, relative, resolve } from 'node:path';
import { createLogger, type Finding, isLogReadable, type Logger, StartupError } from '#base';
import { isProduction, loadConfig } from '#config';
import {
  guardProcess,
  migrateAsAdministrator,
  openControl,
  ProjectWatch,
  type RunningShop,
  type StopOptions,
  startGateway,
} from '#server';
import { startSdk } from '#telemetry';
import { guardExits } from '#watchdog';
import type { FreshTypes } from '../kit/kit.ts';
import { loadKit } from '../kit/load-kit.ts';
import { writeOutput } from './output.ts';
import { printReport } from './print-findings.ts';
import { type ServeOptions, serverOverrides } from './shared-options.ts';
import { aborted, closeMs, exit, listenForStopSignals, watch } from './stop-signals.ts';

/** Milliseconds. Short, because a developer waits for the restart. */
const developmentStop: Required<StopOptions> = { readinessDelayMs: 0, drainMs: 1_000, idleGraceMs: 0 };
/** Milliseconds for the next request on an idle connection: enough for a busy client, and little delay for the stop. */
const idleGraceMs = 200;

/** Runs `start` and `dev`: starts the gateway, and returns when the process was asked to stop. */
export async function serve(file: string, options: ServeOptions): Promise<void> {
  const pages: string[] = [];
  const logger = keepPages(createLogger(options.logLevel), pages);
  const development = process.env.NODE_ENV === 'development';
  // Before the gateway, which looks for an SDK when it starts.
  const sdk = startSdk({ environment: process.env, folder: dirname(resolve(file)), logger });
  if (!development) refuseInspector(logger);
  if (options.workers !== undefined) {
    const { isWorker, runWorker } = await import('#workers');
    if (isWorker()) {
      await runWorker({ logger, logs: options.logLevel !== 'silent', environment: process.env });
      return await exit(sdk);
    }
  }
  const stopping = listenForStopSignals({ hangUpStops: development || hasTerminal() });
  guardExits({ logger });

  if (!development && !isProduction(process.env) && options.demo !== true) logger.info('not for production', unchecked);

  // 1. Open. A stop request during this time closes what is open by then.
  const project = new WatchedProject({ file, logger, development });
  await project.prepare();
  const opening = { options, logger, development, signal: stopping.first };
  const running = await (development ? openWithRetry(file, opening, project) : open(file, opening));
  if (running === undefined) {
    await sdk?.stop();
    return await project.close();
  }
  guardProcess(logger);
  const watchdog = watch(stopping, options.logLevel, { logger, exitMs: () => running.serving.config.watchdog.exitMs });
  stopping.onHangUp(() => void running.generations.reload('SIGHUP'));
  const control = await openControl(running.serving.config.stateFolder, { generations: running.generations, logger });
  const banner = writeOutput(
    [
      `Stoa is open at ${running.url}`,
      `  GraphQL  ${running.url}/graphql`,
      ...(running.adminUrl === undefined
        ? []
        : [`  console  ${running.adminUrl}/console`, `  admin    ${running.adminUrl}`]),
      ...keptMails(running, development),
      ...pages.map((page) => `  to do    ${running.url}${page}`),
      `  routes   ${running.serving.routes.endpoints.length} from ${running.serving.manifests.length} extensions (npx stoa routes)`,
    ].join('\n'),
  );
  // A closed standard output does not stop the shop.
  await banner.catch((err: unknown) => logger.warn('the output has no reader', { err }));

  // 2. Serve, and reload on changes.
  const following = project.follow(running);
  await aborted(stopping.first);

  // 3. Close within a time limit. A second stop request ends the wait for running requests.
  const patience = development ? developmentStop : { ...running.serving.config.server.stop, idleGraceMs };
  const { readinessDelayMs, drainMs } = patience;
  logger.info('stopping', { readinessDelayMs, drainMs });
  const late = setTimeout(() => process.exit(1), readinessDelayMs + drainMs + closeMs).unref();
  void aborted(stopping.second).then(() => running.close({ drainMs: 0 }));
  await Promise.all([following, project.close(), control?.[Symbol.asyncDispose](), running.close(patience)]);
  await watchdog[Symbol.asyncDispose]();
  logger.info('stopped');
  clearTimeout(late);
  await exit(sdk);
}

/** A logger that also keeps the pages that warnings name: who starts the shop is to open them. */
function keepPages(logger: Logger, pages: string[]): Logger {
  return {
    ...logger,
    warn(event, fields = {}) {
      logger.warn(event, fields);
      const { page, why } = fields;
      if (typeof page === 'string') pages.push(`${page} (${String(why)})`);
    },
    child: (fields) => keepPages(logger.child(fields), pages),
  };
}

/** Where the mails are that a shop without a mail server keeps. */
function keptMails({ adminUrl, serving }: RunningShop, development: boolean): readonly string[] {
  const keeps = development || serving.config.mail.url === undefined;
  if (adminUrl === undefined || !keeps || serving.manifests.every(({ mails }) => mails.length === 0)) return [];
  return [`  mails    ${adminUrl}/console/mails (kept there, not sent)`];
}

/**
 * SIGUSR1 opens Node's inspector, through which a process of the same user reads the gateway's memory. Node leaves a
 * signal with a listener to it, so this holds without `--disable-sigusr1` too. `--inspect` opens the inspector.
 */
function refuseInspector(logger: Logger): void {
  process.on('SIGUSR1', () => logger.warn('SIGUSR1 opens no inspector here', { fix: 'Start with --inspect.' }));
}

/** What a start says when neither NODE_ENV nor --demo tells whether the shop is in production. */
const unchecked = {
  reason: 'NODE_ENV is not set to production, so an embedded database, generated secrets and empty variables are taken',
  fix: 'Set NODE_ENV=production where the shop is operated; --demo says that this is a demonstration.',
} as const;

interface Opening {
  readonly options: ServeOptions;
  readonly logger: Logger;
  readonly development: boolean;
  readonly signal: AbortSignal;
}

/** Prints the findings of a reload. JSON in the log has the errors already. */
function report(findings: readonly Finding[]): void {
  printReport(isLogReadable() ? findings : findings.filter(({ severity }) => severity === 'warning'));
}

/** Undefined when a stop request came before the shop was open. */
async function open(file: string, { options, ...opening }: Opening): Promise<RunningShop | undefined> {
  try {
    const reading = { environment: process.env, overrides: serverOverrides(options), purpose: 'start' } as const;
    await migrateAsAdministrator(file, { ...opening, ...reading, warn: printReport });
    const config = await loadConfig(file, { ...reading, warn: printReport });
    const starting = { ...opening, ...reading, warn: printReport, report };
    const { workers } = options;
    if (workers === undefined) return await startGateway(config, { ...starting, admin: true });
    const { startWorkers } = await import('#workers');
    return await startWorkers(config, { ...starting, workers, patience: { ...config.server.stop, idleGraceMs } });
  } catch (error) {
    if (!opening.signal.aborted) throw error;
    opening.logger.info('stopped before it was open');
    return undefined;
  }
}

/** Like `open`, but tries again after each change while the shop cannot open. */
async function openWithRetry(
  file: string,
  opening: Opening,
  project: WatchedProject,
): Promise<RunningShop | undefined> {
  const { signal } = opening;
  for (;;) {
    const { isWatched } = project;
    const changed = project.change();
    try {
      return await open(file, opening);
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      // A file may have changed after it was read and before it was watched, so try once more.
      if (!isWatched) {
        await project.watched();
        continue;
      }
      printReport(error.findings);
      await project.refused();
      process.stderr.write('waiting for a change\n');
      await Promise.race([changed, aborted(signal)]);
      if (signal.aborted) return undefined;
    }
  }
}

/** Whether the process has a terminal. SIGHUP then means that the terminal was closed. */
function hasTerminal(): boolean {
  // `isTTY` is undefined, not false, without a terminal.
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY === true);
}

/**
 * Milliseconds without a change before a reload. In development a half-written file is harmless, so waiting is
 * short. In production the gateway must never read one.
 */
const settleMs = { development: 15, production: 150 } as const;

interface ProjectParts extends Pick<Opening, 'logger' | 'development'> {
  readonly file: string;
}

/** The files of the shop, watched in development or when gateway.yaml asks for it. */
class WatchedProject {
  readonly #parts: ProjectParts;
  #watching: Promise<ProjectWatch> | undefined;
  #onChange: (path: string) => void = () => undefined;
  /** The next change while the shop opens: it may come after its file was read. */
  #next: Promise<string> | undefined;
  /** Whether the watcher is ready and misses no change. */
  isWatched = false;
  #types: FreshTypes | undefined;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    if (!parts.development) return;
    // From the start, because a shop that cannot open is tried again after a change.
    this.#watch();
  }

  /** Resolves when the watcher is ready, or at once without one. */
  async watched(): Promise<void> {
    await this.#watching;
    this.isWatched = true;
  }

  /** Loads what keeps types fresh, where the kit is installed. Only development needs it. */
  async prepare(): Promise<void> {
    const { development, logger } = this.#parts;
    if (development) this.#types = await (await loadKit())?.followTypes(logger);
  }

  /** The shop cannot open. Its types may be what its author waits for. */
  async refused(): Promise<void> {
    await this.#types?.ofFiles(this.#parts.file);
  }

  /** Resolves with the path of the next change. What gateway.yaml names is watched by then. */
  async change(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#onChange = resolve;
    this.#next = promise;
    const path = await promise;
    await (await this.#watching)?.follow();
    return path;
  }

  /** Reloads after each change, if gateway.yaml or development asks for it. Resolves when the watcher is ready. */
  async follow(running: RunningShop): Promise<void> {
    const { serving, generations } = running;
    const { development, file } = this.#parts;
    if (!development && !serving.config.reload.watch) return;
    this.#onChange = async (path) => {
      if (development) process.stderr.write(`changed: ${path}\n`);
      // First, so that an edit of a new folder is either read below or noticed.
      await (await this.#watching)?.follow();
      const { state } = await generations.reload(relative(process.cwd(), path));
      await (state === 'failed' ? this.#types?.ofFiles(file) : this.#types?.ofServing(running));
    };
    void this.#next?.then((path) => this.#onChange(path));
    this.#watch();
    await Promise.all([this.#watching, this.#types?.ofServing(running)]);
    this.#parts.logger.debug('watching', { file });
  }

  async close(): Promise<void> {
    await (await this.#watching)?.close();
  }

  #watch(): void {
    const { file, logger, development } = this.#parts;
    this.#watching ??= ProjectWatch.start({
      file,
      logger,
      environment: process.env,
      settleMs: settleMs[development ? 'development' : 'production'],
      onChange: (path) => this.#onChange(path),
    });
  }
}
