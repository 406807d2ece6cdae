import {
  type AdminRoutes,
  type AdminServer,
  type Console,
  closedRoutes,
  createConsole,
  createMetrics,
  Health,
  type LoadReport,
  operatingRoutes,
  probeRoutes,
  startAdminServer,
} from '#admin';
import type { Finding, Logger } from '#base';
import type { Config } from '#config';
import type { Gateway } from '#gateway';
import type { DatabaseServer } from '#postgres';
import { dispatch, type RequestHandlers } from './dispatch.ts';
import type { Generations } from './generations/generations.ts';

export interface AdminPortOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** With false, no port opens, whatever gateway.yaml contains. */
  readonly listens: boolean;
  readonly warn: ((warnings: readonly Finding[]) => void) | undefined;
}

/** What the admin port shows when there is a gateway. */
export interface AdminServicesOptions {
  gateway(): Gateway;
  readonly database: DatabaseServer;
  /** The request handlers, which the console uses too. */
  readonly handlers: RequestHandlers;
  /** Undefined until the shop is open. */
  running(): { readonly generations: Generations; readonly load: () => LoadReport } | undefined;
}

/** The operators' view of a process. */
export interface AdminServices {
  readonly health: Health;
  readonly admin: AdminServer | undefined;
  /** Adds metrics, the console and the checks of the parts. Until then the port answers probes only. */
  show(options: AdminServicesOptions): void;
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
    show(options) {
      console = openConsole(options, health);
      routes = [...servingRoutes(options, health), ...console.routes];
    },
  };
}

function servingRoutes({ gateway, database }: AdminServicesOptions, health: Health): AdminRoutes {
  health.watch('database', () =>
    database.ping().then(
      () => undefined,
      () => 'it does not answer',
    ),
  );
  // An extension that cannot load stops the start, so this check always succeeds. It shows operators that all are
  // loaded.
  health.watch('extensions', () => {
    const missing = gateway().manifests.filter(({ id }) => !gateway().extensions.has(id));
    return missing.length === 0 ? undefined : `away: ${missing.map(({ id }) => id).join(', ')}`;
  });
  const { telemetry } = gateway();
  const metrics = createMetrics({ telemetry, plans: () => gateway().plans, pool: () => database.use });
  return operatingRoutes({ health, metrics });
}

function openConsole({ gateway, database, handlers, running }: AdminServicesOptions, health: Health): Console {
  return createConsole({
    serve: (console, request, response) => dispatch({ gateway: console, handlers }, request, response),
    sources: () => {
      const there = running();
      return there && { ...there, gateway, health, database };
    },
  });
}
