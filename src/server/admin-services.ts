import {
  type AdminServer,
  type Console,
  createConsole,
  createMetrics,
  Health,
  type LoadReport,
  operatingRoutes,
  startAdminServer,
} from '#admin';
import type { Finding } from '#base';
import type { Gateway } from '#gateway';
import type { DatabaseServer } from '#postgres';
import { dispatch, type RequestHandlers } from './dispatch.ts';
import type { Generations } from './generations/generations.ts';

export interface AdminServicesOptions {
  /** The current gateway. */
  gateway(): Gateway;
  readonly database: DatabaseServer;
  /** With false, no port opens, whatever gateway.yaml contains. */
  readonly listens: boolean;
  readonly warn: ((warnings: readonly Finding[]) => void) | undefined;
  /** The request handlers, which the console uses too. */
  readonly handlers: RequestHandlers;
  /** Undefined until the shop is open. */
  running(): { readonly generations: Generations; readonly load: () => LoadReport } | undefined;
}

/** The operators' view of a process. */
export interface AdminServices {
  readonly health: Health;
  readonly admin: AdminServer | undefined;
}

/** Creates health checks, metrics and the console, and opens the admin port unless it is disabled. */
export async function openAdminServices(options: AdminServicesOptions): Promise<AdminServices> {
  const { gateway, database, listens, warn } = options;
  const { config, logger, telemetry } = gateway();
  const health = new Health();
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
  const metrics = createMetrics({ telemetry, plans: () => gateway().plans, pool: () => database.use });
  const console = openConsole(options, health);
  const routes = [...operatingRoutes({ health, metrics }), ...console.routes];
  const admin = listens ? await startAdminServer({ config, routes, logger, warn }) : undefined;
  return { health, admin: admin && { ...admin, close: () => admin.close().then(console.close) } };
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
