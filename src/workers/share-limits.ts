import type { Config } from '#config';

/**
 * One worker's share of the limits that gateway.yaml sets for the whole gateway: requests at the same time, and
 * database connections. Each share is at least 1. Texts of persisted queries are shared by the database.
 */
export function shareLimits(config: Config, workers: number): Config {
  const share = (limit: number): number => Math.max(1, Math.floor(limit / workers));
  const { server, database } = config;
  return {
    ...config,
    server: { ...server, limits: { ...server.limits, inFlight: share(server.limits.inFlight) } },
    database: { ...database, connections: share(database.connections) },
  };
}
