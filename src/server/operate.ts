import { operatingRoutes } from '../admin/admin-routes.ts';
import { type AdminServer, startAdminServer } from '../admin/admin-server.ts';
import { type Console, createConsole } from '../admin/console/create-console.ts';
import { Health } from '../admin/health.ts';
import type { LoadReport } from '../admin/load-report.ts';
import { createMetrics } from '../admin/metrics.ts';
import type { Finding } from '../base/findings/startup-error.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { DatabaseServer } from '../postgres/database-server.ts';
import { dispatch, type RequestHandlers } from './dispatch.ts';
import type { Generations } from './generations/generations.ts';

export interface OperateOptions {
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
export interface Operations {
  readonly health: Health;
  readonly admin: AdminServer | undefined;
}

/** Creates health checks, metrics and the console, and opens the admin port unless it is disabled. */
export async function operate(options: OperateOptions): Promise<Operations> {
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

function openConsole({ gateway, database, handlers, running }: OperateOptions, health: Health): Console {
  return createConsole({
    serve: (console, request, response) => dispatch({ gateway: console, handlers }, request, response),
    sources: () => {
      const there = running();
      return there && { ...there, gateway, health, database };
    },
  });
}
