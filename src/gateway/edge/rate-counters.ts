import type { RateLimitConfig } from '../../config/config.ts';
import type { CountRequest, RateRule } from './rate-counter.ts';

/** What the gateways of one process have counted: a reload gives nobody new points while the rule stays as it is. */
export class RateCounters {
  /** By the rule's name: one that has changed takes the place of what it was. */
  readonly #known = new Map<string, { readonly key: string; readonly count: CountRequest }>();

  /** The counter that this rule has had, or else another one. */
  take(rule: RateRule, { store, callers }: RateLimitConfig, create: () => CountRequest): CountRequest {
    const key = JSON.stringify([rule.points, rule.seconds, store, callers]);
    const known = this.#known.get(rule.name);
    if (known?.key === key) return known.count;
    const count = create();
    this.#known.set(rule.name, { key, count });
    return count;
  }
}
