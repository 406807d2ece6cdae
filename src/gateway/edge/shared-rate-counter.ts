import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { inTime } from '../../base/in-time.ts';
import type { Logger } from '../../base/logger.ts';
import type { RateLimitConfig } from '../../config/config.ts';
import type { RateTable } from '../../database/rate-table.ts';
import { type CountRequest, consume, createMemoryCounter, type RateRule } from './rate-counter.ts';

export interface SharedCounterParts {
  readonly config: Pick<RateLimitConfig, 'callers'>;
  readonly table: RateTable;
  readonly logger: Logger;
  /** Milliseconds until a database that does not answer is called away. */
  readonly patienceMs?: number;
}

/** For how long a database that was away is not asked again: else each request would wait for it. */
const restMs = 5_000;
const warnMs = 60_000;
const sweepMs = 60_000;

/**
 * Counts in the database, for all processes together. While that is away, each process counts in its own memory: a shop that
 * refuses everybody because it cannot count would be worse than one that lets some through twice.
 */
export function createSharedCounter(rule: RateRule, parts: SharedCounterParts): CountRequest {
  const { config, logger, patienceMs = 500 } = parts;
  const alone = createMemoryCounter(rule, config.callers);
  // Who is over is not asked for again: a flood must not become a flood of queries.
  const over = new LRUCache<string, number>({ max: config.callers });
  let loading: Promise<CountRequest> | undefined;
  let awayUntil = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const away = (err: unknown): void => {
    const now = performance.now();
    awayUntil = now + restMs;
    if (now - warnedAt < warnMs) return;
    warnedAt = now;
    logger.warn('rate limits count in this process only: the database is away', { rule: rule.name, err });
  };

  return async (caller) => {
    const now = performance.now();
    const until = over.get(caller) ?? 0;
    if (until > now) return { isOver: true, remaining: 0, ms: until - now };
    if (awayUntil > now) return alone(caller);
    try {
      loading ??= loadSharedCounter(rule, parts.table);
      const count = await inTime((await loading)(caller), patienceMs);
      if (count.isOver) over.set(caller, now + count.ms);
      return count;
    } catch (error) {
      away(error);
      return alone(caller);
    }
  };
}

async function loadSharedCounter({ name, points, seconds }: RateRule, table: RateTable): Promise<CountRequest> {
  const { RateLimiterPostgres } = await import('rate-limiter-flexible');
  const limiter = new RateLimiterPostgres({
    points,
    duration: seconds,
    keyPrefix: '',
    storeClient: table,
    storeType: 'client',
    schemaName: table.schema,
    tableName: table.table,
    // The table makes itself, and expired rows go with the requests: a gateway that is replaced leaves no timer behind.
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
  let sweptAt = performance.now();
  return async (caller) => {
    const count = await consume(limiter, hashOf(`${name} ${caller}`));
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now();
      await table.sweep(Date.now());
    }
    return count;
  };
}

/** The database need not know who was here, and any text may be somebody's name. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
