import type { ClientOf, Logger } from '#base';
import type { ServerConfig } from '#config';
import type { DatabaseServer } from '#postgres';
import { createClientOf } from './client-of.ts';
import { type Cors, createCors } from './cors.ts';
import { RateCounters } from './rate-counter.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { createSecurityHeaders, type SecurityHeaders } from './security-headers.ts';

/** Checks and headers that apply to every request before its handler, as configured in gateway.yaml's `server`. */
export interface Edge {
  readonly clientOf: ClientOf;
  readonly securityHeaders: SecurityHeaders;
  /** Undefined when gateway.yaml allows no other origin. */
  readonly cors: Cors | undefined;
  readonly rateLimits: RateLimits;
}

interface EdgeParts {
  readonly logger: Logger;
  readonly table: DatabaseServer['rates'];
  /** The counters of the previous gateway. Without them, counting starts at zero. */
  readonly counters?: RateCounters;
}

export async function createEdge(
  config: ServerConfig,
  { logger, table, counters = new RateCounters() }: EdgeParts,
): Promise<Edge> {
  const clientOf = createClientOf(config.trustProxy);
  return {
    clientOf,
    securityHeaders: await createSecurityHeaders(config, clientOf),
    cors: createCors(config.cors),
    rateLimits: createRateLimits({ config, clientOf, table, logger, counters }),
  };
}
