import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { isObject } from '../../base/is-object.ts';

/** So many requests in so many seconds; the name is what clients and the database know it by. */
export interface RateRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** How one caller stands after a request has been counted. */
export interface RateCount {
  readonly isOver: boolean;
  readonly remaining: number;
  /** Until the window ends. */
  readonly ms: number;
}

/** Counts one request. */
export type CountRequest = (caller: string) => Promise<RateCount>;

/**
 * Counts in this process, at most so many callers: of more, whoever has not been here for longest begins anew. The library is
 * loaded with the first request that is counted, since many shops never count one.
 */
export function createMemoryCounter(rule: RateRule, callers: number): CountRequest {
  let loading: Promise<CountRequest> | undefined;
  return async (caller) => {
    loading ??= loadMemoryCounter(rule, callers);
    return (await loading)(caller);
  };
}

async function loadMemoryCounter({ points, seconds }: RateRule, callers: number): Promise<CountRequest> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  const limiter = new RateLimiterMemory({ points, duration: seconds, keyPrefix: '' });
  const known = new LRUCache<string, true>({ max: callers, dispose: (_, caller) => void limiter.delete(caller) });
  return (caller) => {
    if (known.get(caller) === undefined) known.set(caller, true);
    return consume(limiter, caller);
  };
}

/** One point of a limiter, which rejects with a result of its own where there are none left. */
export async function consume(limiter: RateLimiterAbstract, caller: string): Promise<RateCount> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(caller);
    return { isOver: false, remaining: remainingPoints, ms: msBeforeNext };
  } catch (refusal) {
    if (!isResult(refusal)) throw refusal;
    return { isOver: true, remaining: 0, ms: refusal.msBeforeNext };
  }
}

function isResult(value: unknown): value is RateLimiterRes {
  return isObject(value) && !(value instanceof Error) && 'msBeforeNext' in value;
}
