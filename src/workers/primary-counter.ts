import { LRUCache } from 'lru-cache';
import { createMemoryCounter, createRemoteCounter, RateCounters } from '#edge';
import type { CountRequest, PrimaryCalls } from './calls.ts';
import type { Channel } from './channel.ts';

/** Rules are as many as routes. Those that a reload has changed are removed when newer ones need their room. */
const maxRules = 1_000;

/** Counts in the primary, for rate limits that are in memory: all workers together allow what gateway.yaml says. */
export function createPrimaryCounter(): PrimaryCalls['count'] {
  const counters = new LRUCache<string, CountRequest>({ max: maxRules });
  return async (rule, callers, caller) => {
    const key = JSON.stringify([rule.name, rule.points, rule.seconds, callers]);
    const count = counters.get(key) ?? createMemoryCounter(rule, callers);
    counters.set(key, count);
    return await count(caller);
  };
}

/** Counters of a worker that ask the primary. */
export function askPrimary(primary: Channel<PrimaryCalls>): RateCounters {
  return new RateCounters((rule, { callers, logger }) =>
    createRemoteCounter(rule, {
      callers,
      load: async () => (caller) => primary.ask('count', rule, callers, caller),
      failure: 'the primary does not answer',
      logger,
    }),
  );
}
