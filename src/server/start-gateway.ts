import type { Logger } from '../base/logger.ts';
import type { Finding } from '../base/startup-error.ts';
import { createLoadTrials } from '../build/load-trial.ts';
import type { Overrides } from '../config/build-config.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/interpolate.ts';
import type { DatabaseServer, QueryListener } from '../database/database-server.ts';
import { openDatabase } from '../database/open-database.ts';
import { assemble } from '../gateway/assemble.ts';
import { buildGateway } from '../gateway/build-gateway.ts';
import { CurrentGateway } from '../gateway/current-gateway.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { handleGraphqlRequest } from '../gateway/graphql-request.ts';
import { handleAssetRequest } from '../gateway/http/asset-request.ts';
import { handleDevelopmentRequest } from '../gateway/http/development-request.ts';
import { handlePageRequest, renderNotFound } from '../gateway/page-request.ts';
import { handleRestRequest } from '../gateway/rest-request.ts';
import { createSharedParts } from '../gateway/shared-parts.ts';
import type { StartExtension } from '../placement/running-extension.ts';
import { findTracing } from '../telemetry/find-tracing.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import type { RequestHandlers } from './dispatch.ts';
import { Generations } from './generations.ts';
import { KeptGenerations } from './kept-generations.ts';
import { type OperateOptions, type Operations, operate } from './operate.ts';
import { reportServing } from './report-serving.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { createStop, type StopOptions } from './stop-gateway.ts';

/** What answers the requests of a gateway. */
export const handlers: RequestHandlers = {
  graphql: handleGraphqlRequest,
  rest: handleRestRequest,
  page: handlePageRequest,
  notFoundPage: (gateway, request, response) => renderNotFound(gateway, { request, response }),
  asset: handleAssetRequest,
  development: (gateway, request, response) =>
    handleDevelopmentRequest(gateway, { request, response, refused: undefined }),
};

export interface StartGatewayOptions {
  readonly logger: Logger;
  readonly development: boolean;
  /** Whether to open the admin port that gateway.yaml names; no, when left out. */
  readonly admin?: boolean;
  readonly onQuery?: QueryListener;
  /** Where extensions run; in this process when left out. */
  readonly start?: StartExtension;
  /** Gets the warnings about the extensions, when there are any. */
  readonly warn?: (warnings: readonly Finding[]) => void;
  /** Gets the findings of each reload that has any. When left out, the log has them alone. */
  readonly report?: (findings: readonly Finding[]) => void;
  /** How a reload reads gateway.yaml; as the Config was read. `process.env`, and nothing put over it, when left out. */
  readonly environment?: Environment;
  readonly overrides?: Overrides;
  /** Gives the start up between two steps; what is open by then is closed again. */
  readonly signal?: AbortSignal;
}

/** A gateway that listens. */
export interface RunningGateway {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Of the admin port, when there is one. */
  readonly adminUrl: string | undefined;
  /** The current one. */
  readonly gateway: Gateway;
  /** All gateways so far, and what builds the next one. */
  readonly generations: Generations;
  readonly database: DatabaseServer;
  /** How much it has to do, and how much of it has been refused. */
  readonly load: RunningServer['load'];
  /** Stops accepting, lets requests under way finish for `drainMs` milliseconds, then closes everything. */
  close(options?: StopOptions): Promise<void>;
}

/**
 * From a Config to an open shop. What is opened on the way is closed again when a later step fails.
 * Throws StartupError: of the extensions, of the database, of the port, whichever comes first.
 */
export async function startGateway(config: Config, options: StartGatewayOptions): Promise<RunningGateway> {
  const { logger, development, signal, warn } = options;
  const [startedAt, started] = [Date.now(), performance.now()];

  // 1. What is there? The database starts meanwhile: neither needs the other.
  const telemetry = new Telemetry({ tracing: await findTracing() });
  const opening = openDatabase(config, { ...options, tracing: telemetry.tracing });
  opening.catch(() => undefined); // told below: until the extensions have been looked at, nobody waits for it
  const shared = createSharedParts(options);
  const assembly = await assemble(config, shared).catch((error: unknown) => closeThenThrow(opening, error));
  const database = await opening;
  let gateway: Gateway | undefined;
  let operations: Operations | undefined;
  try {
    signal?.throwIfAborted();
    if (assembly.findings.length > 0) warn?.(assembly.findings);

    // 2. Tables before code: a module may query as soon as a request reaches it.
    await database.migrate(assembly.manifests);
    if (config.database.seed === 'new-embedded' && database.kind === 'embedded' && database.isNew) {
      await database.seed(assembly.manifests);
    }
    signal?.throwIfAborted();

    // 3. Join the extensions, and listen.
    const kept = await KeptGenerations.open(config.stateFolder);
    const generation = (kept.numbers.at(-1) ?? 0) + 1;
    gateway = await buildGateway(assembly, { logger, database, development, generation, shared, telemetry });
    signal?.throwIfAborted();
    if (gateway.findings.length > 0) warn?.(gateway.findings);
    const current = new CurrentGateway(gateway);
    reportServing(gateway);
    let running: ReturnType<OperateOptions['running']>;
    operations = await operate({
      gateway: () => current.gateway,
      database,
      listens: options.admin === true,
      warn,
      handlers,
      running: () => running,
    });
    const server = await startServer({ current, handlers: handlersOf(current), waitMs: database.waitMs });
    operations.health.begin();
    logger.info('gateway started', { url: server.url, extensions: assembly.manifests.length, ms: since(started) });

    // 4. From here on, each change is another gateway beside this one (reload.ts).
    const findings = [...assembly.findings, ...gateway.findings];
    const trials = createLoadTrials({ warm: development });
    const { environment = process.env, overrides = {}, report = () => undefined } = options;
    const generations = new Generations(
      {
        current,
        kept,
        database,
        shared: { ...shared, trials },
        logger,
        telemetry,
        development,
        environment,
        overrides,
        report,
      },
      { at: startedAt, ms: since(started), findings },
    );
    running = { generations, load: () => server.load() };
    const close = createStop({ server, generations, current, database, operations });
    return {
      url: server.url,
      adminUrl: operations.admin?.url,
      get gateway() {
        return current.gateway;
      },
      generations,
      database,
      load: server.load,
      close: (patience = defaultPatience) => close(patience),
    };
  } catch (error) {
    await operations?.admin?.close();
    await (gateway?.dispose() ?? assembly.release());
    await database.close();
    throw error;
  }
}

/** Whoever develops is told why the shop is not as the files are. */
function handlersOf(current: CurrentGateway): RequestHandlers {
  return {
    ...handlers,
    development: (gateway, request, response) =>
      handleDevelopmentRequest(gateway, { request, response, refused: current.refused }),
  };
}

const defaultPatience: StopOptions = { drainMs: 10_000 };

async function closeThenThrow(opening: Promise<DatabaseServer>, error: unknown): Promise<never> {
  // The extensions' findings are what the reader mends first; a database that failed as well is reported next time.
  const opened = await Promise.allSettled([opening]);
  await Promise.all(opened.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.close() : undefined)));
  throw error;
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
