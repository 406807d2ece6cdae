import type { Server } from 'node:http';
import type { ServerConfig } from '#config';
import type { CurrentGateway } from '#gateway';
import type { LoadShedder } from './load-shedder.ts';

/** Time-outs for slow and idle clients, in milliseconds, under the names of node:http. */
export interface Timeouts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/**
 * The time-outs of gateway.yaml, converted for Node. Node checks once in an interval and may find a late client only
 * at the next check. So each time-out is shorter by an interval, and by a tenth for a busy process. Node's defaults
 * are 60 s and 300 s, checked every 30 s, which lets a few slow clients hold many connections.
 */
export function timeoutsOf(limits: ServerConfig['limits'], interval = intervalOf(limits)): Timeouts {
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

/** Applies the limits of each new gateway to an open server. The checking interval stays the same. */
export function followLimits(
  current: CurrentGateway,
  { server, load, interval }: { readonly server: Server; readonly load: LoadShedder; readonly interval: number },
): void {
  current.follow({
    replaced(_from, { config }) {
      const { limits } = config.server;
      const next = timeoutsOf(limits, interval);
      server.headersTimeout = next.headersTimeout;
      server.requestTimeout = next.requestTimeout;
      server.keepAliveTimeout = next.keepAliveTimeout;
      load.setLimits(limits);
    },
  });
}
