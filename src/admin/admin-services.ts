import type { Finding, Logger } from '#base';
import type { Config } from '#config';
import type { Gateway } from '#gateway';
import type { Mailer } from '#mail';
import type { DatabaseServer } from '#postgres';
import { type Console, createConsole, type ServeConsole } from './console/create-console.ts';
import type { ConsoleSources } from './console/create-operating.ts';
import { createProcessReport } from './console/process-report.ts';
import { type AdminRoutes, closedRoutes, operatingRoutes, probeRoutes } from './port/admin-routes.ts';
import { type AdminServer, startAdminServer } from './port/admin-server.ts';
import { Health } from './port/health.ts';
import { createMetrics, type Metrics } from './port/metric-registry.ts';
import type { LoadReport } from './port/metrics.ts';

export interface AdminPortOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** With false, no port opens, whatever gateway.yaml contains. */
  readonly listens: boolean;
  readonly warn: ((warnings: readonly Finding[]) => void) | undefined;
}

/** What the admin port shows when there is a gateway. */
export interface ShownServices {
  readonly database: DatabaseServer;
  readonly metrics: Metrics;
  /** What the console shows; undefined until the shop is open. */
  sources(): ConsoleSources | undefined;
  /** Answers a request of the console with the same code as the shop's server. */
  readonly serve: ServeConsole;
}

/** The operators' view of a shop. */
export interface AdminServices {
  readonly health: Health;
  readonly admin: AdminServer | undefined;
  /** Adds metrics and the console. Until then the port answers probes only. */
  show(services: ShownServices): void;
}

/** Opens the admin port, unless it is disabled. Throws StartupError PORT_IN_USE or PORT_REFUSED. */
export async function openAdminServices({ config, logger, listens, warn }: AdminPortOptions): Promise<AdminServices> {
  const health = new Health();
  let routes: AdminRoutes = [...probeRoutes(health), ...closedRoutes];
  let console: Console | undefined;
  const parts = {
    config,
    logger,
    warn,
    get routes() {
      return routes;
    },
  };
  const admin = listens ? await startAdminServer(parts) : undefined;
  return {
    health,
    admin: admin && { ...admin, close: () => admin.close().then(() => console?.close()) },
    show({ database, metrics, sources, serve }) {
      health.watch('database', () =>
        database.ping().then(
          ({ isReadOnly }) => (isReadOnly ? 'it takes no changes' : undefined),
          () => 'it does not answer',
        ),
      );
      console = createConsole({ logger, sources, serve });
      routes = [...operatingRoutes(health, metrics), ...console.routes];
    },
  };
}

/** The parts of a gateway in this process. */
export interface ShownGateway extends Pick<ShownServices, 'serve' | 'database'> {
  readonly mailer: Pick<Mailer, 'catches' | 'caught'>;
  gateway(): Gateway;
  /** Undefined until the shop is open. */
  running(): { readonly generations: ConsoleSources['generations']; readonly load: () => LoadReport } | undefined;
}

/** Shows a gateway in this process on the admin port, and checks its parts. */
export function showGateway(
  { health, show }: AdminServices,
  { gateway, database, serve, running, mailer }: ShownGateway,
): void {
  const { telemetry } = gateway();
  show({
    database,
    serve,
    metrics: createMetrics({
      telemetry,
      plans: () => gateway().plans,
      pool: () => database.use,
      health,
      inFlightLimit: () => gateway().config.server.limits.inFlight,
      postgres: database.version,
    }),
    sources: () => {
      const there = running();
      return (
        there && {
          config: () => gateway().config,
          ...createProcessReport({ gateway, health, database, mailer, load: there.load }),
          records: database.latestRecords,
          settings: () => database.settings.changes(),
          query: database.query,
          generations: there.generations,
          telemetry,
        }
      );
    },
  });
  // An extension that cannot load stops the start, so this always succeeds. It shows operators that all are loaded.
  health.watch('extensions', () => {
    const missing = gateway().manifests.filter(({ id }) => !gateway().extensions.has(id));
    return missing.length === 0 ? undefined : `away: ${missing.map(({ id }) => id).join(', ')}`;
  });
}
