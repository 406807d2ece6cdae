import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { isObject, type Logger } from '#base';
import type { ServerConfig } from '#config';

type RateLimitConfig = ServerConfig['rateLimit'];

/** Allows `points` requests in `seconds` seconds. Clients and the database identify the rule by its name. */
export interface RateRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** One count of all callers: a caller learns about it when it is over. */
  readonly isOfAll?: boolean;
}

/** The state of one caller after a request was counted. */
export interface RateCount {
  readonly isOver: boolean;
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly ms: number;
}

export type CountRequest = (caller: string) => Promise<RateCount>;

/**
 * Counts in this process, for at most `callers` callers. Beyond that, the least recently seen caller starts again at
 * zero. The first counted request loads the library, since many shops never count one.
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

/** Takes one point from a limiter. The limiter rejects with a result, not an error, when no points remain. */
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

/** Creates a counter that needs no database, for at most `callers` callers. */
export type CreateCounter = (
  rule: RateRule,
  options: { readonly callers: number; readonly logger: Logger },
) => CountRequest;

/** The counters of one process. They outlive a reload, so callers get no new points while the rule stays the same. */
export class RateCounters {
  /** By the rule's name. A changed rule replaces its old counter. */
  readonly #known = new Map<string, { readonly key: string; readonly count: CountRequest }>();
  /** Creates the counters of `store: memory`. By default they count in this process. */
  readonly create: CreateCounter;

  constructor(create: CreateCounter = (rule, { callers }) => createMemoryCounter(rule, callers)) {
    this.create = create;
  }

  /** The existing counter of an unchanged rule, else a new one. */
  take(rule: RateRule, { store, callers }: RateLimitConfig, create: () => CountRequest): CountRequest {
    const key = JSON.stringify([rule.points, rule.seconds, store, callers]);
    const known = this.#known.get(rule.name);
    if (known?.key === key) return known.count;
    const count = create();
    this.#known.set(rule.name, { key, count });
    return count;
  }
}
