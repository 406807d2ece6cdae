import type { Server } from 'node:http';
import type { ServerConfig } from '../config/config.ts';
import type { CurrentGateway } from '../gateway/current-gateway.ts';
import type { LoadShedder } from './load-shedder.ts';

/** How long slow and idle clients are put up with: milliseconds, by the names that node:http gives them. */
export interface Patience {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/**
 * Node looks once in an interval: a client that has just not been late then is cut at the next look, which must be in time too,
 * also in a process that is busy: hence a tenth earlier. Its own limits are 60 s and 300 s, looked at every 30 s, which lets a
 * few slow clients hold many connections.
 */
export function patienceOf(limits: ServerConfig['limits'], interval = intervalOf(limits)): Patience {
  const { headersMs, bodyMs, keepAliveMs } = limits;
  return {
    headersTimeout: Math.max(1, Math.floor(0.9 * headersMs) - interval),
    requestTimeout: Math.max(1, Math.floor(0.9 * Math.max(bodyMs, headersMs)) - interval),
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: interval,
  };
}

function intervalOf({ headersMs, bodyMs }: ServerConfig['limits']): number {
  return Math.min(500, Math.ceil(Math.min(headersMs, bodyMs) / 20));
}

interface Limited {
  readonly server: Server;
  readonly load: LoadShedder;
  /** What the server was opened with. */
  readonly patience: Patience;
}

/** Has an open server take over the limits of each gateway that follows. How often it looks at its clients stays as it is. */
export function followLimits(current: CurrentGateway, { server, load, patience }: Limited): void {
  current.follow({
    replaced(_from, { config }) {
      const { limits } = config.server;
      const next = patienceOf(limits, patience.connectionsCheckingInterval);
      server.headersTimeout = next.headersTimeout;
      server.requestTimeout = next.requestTimeout;
      server.keepAliveTimeout = next.keepAliveTimeout;
      load.setLimits(limits);
    },
  });
}
