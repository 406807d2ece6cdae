import type { RateLimitConfig } from '../config/config.ts';
import type { CountRequest, RateRule } from './rate-counter.ts';

/**
 * The counters of one process. They outlive a reload, so callers get no new points while the rule stays the same.
 */
export class RateCounters {
  /** By the rule's name. A changed rule replaces its old counter. */
  readonly #known = new Map<string, { readonly key: string; readonly count: CountRequest }>();

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
