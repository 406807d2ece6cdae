import type { Finding } from '../base/startup-error.ts';
import type { DatabaseServer } from '../database/database-server.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { operatingRoutes } from './admin/admin-routes.ts';
import { type AdminServer, startAdminServer } from './admin/admin-server.ts';
import { Health } from './admin/health.ts';
import type { LoadReport } from './admin/load-report.ts';
import { createMetrics } from './admin/metrics.ts';
import { type Console, createConsole } from './console/create-console.ts';
import { dispatch, type RequestHandlers } from './dispatch.ts';
import type { Generations } from './generations.ts';

export interface OperateOptions {
  /** The gateway that serves at the moment. */
  gateway(): Gateway;
  readonly database: DatabaseServer;
  /** False opens no port, whatever gateway.yaml says. */
  readonly listens: boolean;
  readonly warn: ((warnings: readonly Finding[]) => void) | undefined;
  /** What answers requests, the console's too. */
  readonly handlers: RequestHandlers;
  /** What there is once the shop is open; undefined before. */
  running(): { readonly generations: Generations; readonly load: () => LoadReport } | undefined;
}

/** What operators see of a process. */
export interface Operations {
  readonly health: Health;
  readonly admin: AdminServer | undefined;
}

/** Opens the admin port, where one is wanted. */
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
  // An extension that cannot load stops the start, so that all of them are there; it is said for whoever asks.
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
