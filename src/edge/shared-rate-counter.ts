import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Logger, withTimeout } from '#base';
import type { DatabaseServer } from '#postgres';
import { type CountRequest, consume, createMemoryCounter, type RateRule } from './rate-counter.ts';

interface CounterParts {
  /** The most callers that are counted alone. */
  readonly callers: number;
  readonly logger: Logger;
  /** Time-out of a query, in milliseconds. */
  readonly patienceMs?: number;
}

interface RemoteCounterParts extends CounterParts {
  /** The counter of all processes. The first counted request calls it. */
  readonly load: () => Promise<CountRequest>;
  /** What a failure means: "the database is away". */
  readonly failure: string;
}

/** After a failure, the counter counts alone for this long. Otherwise each request would wait for the time-out. */
const restMs = 5_000;
const warnMs = 60_000;
const sweepMs = 60_000;

/** Counts in the database, for all processes together. */
export function createSharedCounter(
  rule: RateRule,
  { table, ...parts }: CounterParts & { readonly table: DatabaseServer['rates'] },
): CountRequest {
  const load = () => loadTableCounter(rule, table);
  return createRemoteCounter(rule, { ...parts, load, failure: 'the database is away' });
}

/**
 * Counts elsewhere, for all processes together. While that fails, each process counts in memory. Letting some callers
 * through twice is better than refusing all of them.
 */
export function createRemoteCounter(rule: RateRule, parts: RemoteCounterParts): CountRequest {
  const { callers, load, failure, logger, patienceMs = 500 } = parts;
  const alone = createMemoryCounter(rule, callers);
  // The counter remembers callers over their limit, so that a flood of requests causes no flood of queries or messages.
  const over = new LRUCache<string, number>({ max: callers });
  let loading: Promise<CountRequest> | undefined;
  let awayUntil = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const away = (err: unknown): void => {
    const now = performance.now();
    awayUntil = now + restMs;
    if (now - warnedAt < warnMs) return;
    warnedAt = now;
    logger.warn(`rate limits count in this process only: ${failure}`, { rule: rule.name, err });
  };

  return async (caller) => {
    const now = performance.now();
    const until = over.get(caller) ?? 0;
    if (until > now) return { isOver: true, remaining: 0, ms: until - now };
    if (awayUntil > now) return alone(caller);
    try {
      loading ??= load();
      const count = await withTimeout((await loading)(caller), patienceMs);
      if (count.isOver) over.set(caller, now + count.ms);
      return count;
    } catch (error) {
      away(error);
      return alone(caller);
    }
  };
}

async function loadTableCounter(
  { name, points, seconds }: RateRule,
  table: DatabaseServer['rates'],
): Promise<CountRequest> {
  const { RateLimiterPostgres } = await import('rate-limiter-flexible');
  const limiter = new RateLimiterPostgres({
    points,
    duration: seconds,
    keyPrefix: '',
    storeClient: table,
    storeType: 'client',
    schemaName: table.schema,
    tableName: table.table,
    // `stoa migrate` creates the table. Requests delete expired rows, so a replaced gateway leaves no timer behind.
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
  let sweptAt = performance.now();
  return async (caller) => {
    // The hash keeps the caller's identity out of the database, and fits any text.
    const count = await consume(limiter, hash('sha256', `${name} ${caller}`, 'base64url'));
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now();
      await table.sweep(Date.now());
    }
    return count;
  };
}
