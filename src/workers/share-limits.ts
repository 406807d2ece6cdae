import type { Config } from '#config';
import { queueConnections } from '#queue';

/** The worker that runs what needs no request, so that more workers ask the database no more. */
export const queueWorker = 1;

/**
 * One worker's share of the limits that gateway.yaml sets for the whole gateway: requests at the same time, and
 * database connections. The worker with the queue gets those of the queue besides. Each share is at least 1. Texts of
 * persisted queries are shared by the database.
 */
export function shareLimits(
  config: Config,
  { workers, number }: { readonly workers: number; readonly number: number },
): Config {
  const share = (limit: number): number => Math.max(1, Math.floor(limit / workers));
  const { server, database } = config;
  const queue = queueConnections(config.jobs.enabled);
  return {
    ...config,
    server: { ...server, limits: { ...server.limits, inFlight: share(server.limits.inFlight) } },
    database: { ...database, connections: share(database.connections - queue) + (number === queueWorker ? queue : 0) },
  };
}
