import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientOf } from '../../base/client-info.ts';
import type { Logger } from '../../base/logger.ts';
import { RequestError } from '../../base/request-error.ts';
import type { ServerConfig } from '../../config/config.ts';
import type { RateTable } from '../../database/rate-table.ts';
import type { Caller } from '../../extension-api.ts';
import type { EndpointManifest } from '../../extensions/manifest.ts';
import { addressKey } from './address-key.ts';
import { type CountRequest, createMemoryCounter, type RateRule } from './rate-counter.ts';
import type { RateCounters } from './rate-counters.ts';
import { createSharedCounter } from './shared-rate-counter.ts';

/** Finds out who sent a request: see `Gateway.authenticate`. */
export type IdentifyCaller = (request: IncomingMessage, response: ServerResponse) => Caller | Promise<Caller>;

/** A request as rate limits look at it. */
export interface LimitedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

export interface RateLimits {
  /** Counts everybody who is identified, refused ones included; the same function where nothing is limited. */
  guard(identify: IdentifyCaller): IdentifyCaller;
  /** Counts a request of a route with a limit of its own; undefined for one without. Rejects with RequestError RATE_LIMITED 429. */
  countRoute(endpoint: EndpointManifest, exchange: LimitedExchange): Promise<void> | undefined;
}

interface RateLimitsParts {
  readonly config: Pick<ServerConfig, 'rateLimit' | 'trustProxy'>;
  readonly clientOf: ClientOf;
  readonly table: RateTable;
  readonly logger: Logger;
  readonly counters: RateCounters;
}

export function createRateLimits(parts: RateLimitsParts): RateLimits {
  const { config, clientOf } = parts;
  const { points, seconds } = config.rateLimit;
  const warn = proxyWarning(parts);
  const addressOf = (request: IncomingMessage): string => `address ${addressKey(clientOf(request).address)}`;
  const nameOf = ({ request, caller }: Pick<LimitedExchange, 'request' | 'caller'>): string =>
    caller.kind === 'user' ? `user ${caller.id}` : addressOf(request);

  const createCheck = (rule: RateRule): Check => {
    const count = createCounter(rule, parts);
    return async (name, { request, response }) => enforce(rule, await count(name), response, () => warn(request));
  };
  const checks = new Map<string, Check>();

  return {
    guard(identify) {
      if (points === 0) return identify;
      const check = createCheck({ name: 'gateway', points, seconds });
      return async (request, response) => {
        let caller: Caller;
        try {
          caller = await identify(request, response);
        } catch (error) {
          // Whoever tries tokens or cookies out is counted too, and not only who has one.
          await check(addressOf(request), { request, response });
          throw error;
        }
        await check(nameOf({ request, caller }), { request, response });
        return caller;
      };
    },

    countRoute({ extension, routeId, rateLimit }, exchange) {
      if (rateLimit === undefined) return undefined;
      const name = `${extension}.${routeId}`;
      let check = checks.get(name);
      if (check === undefined) {
        check = createCheck({ name, points: rateLimit.points, seconds: rateLimit.seconds });
        checks.set(name, check);
      }
      return check(rateLimit.by === 'address' ? addressOf(exchange.request) : nameOf(exchange), exchange);
    },
  };
}

type Check = (name: string, exchange: Pick<LimitedExchange, 'request' | 'response'>) => Promise<void>;

function createCounter(rule: RateRule, { config, table, logger, counters }: RateLimitsParts): CountRequest {
  const { store, callers } = config.rateLimit;
  return counters.take(rule, config.rateLimit, () =>
    store === 'memory'
      ? createMemoryCounter(rule, callers)
      : createSharedCounter(rule, { config: { callers }, table, logger }),
  );
}

/** Tells the client how it stands (draft-ietf-httpapi-ratelimit-headers-10), and refuses it when it has sent too much. */
function enforce(
  { name, points, seconds }: RateRule,
  { isOver, remaining, ms }: Awaited<ReturnType<CountRequest>>,
  response: ServerResponse,
  refused: () => void,
): void {
  const wait = Math.max(1, Math.ceil(ms / 1000));
  const policy = `"${name}";q=${points};w=${seconds}`;
  const standing = `"${name}";r=${remaining};t=${wait}`;
  if (!isOver) {
    // A route's own limit stands beside that of the gateway.
    response.appendHeader('ratelimit-policy', policy);
    response.appendHeader('ratelimit', standing);
    return;
  }
  refused();
  const unit = wait === 1 ? 'second' : 'seconds';
  throw new RequestError('RATE_LIMITED', 429, `Too many requests; try again in ${wait} ${unit}.`, {
    'retry-after': String(wait),
    'ratelimit-policy': policy,
    ratelimit: standing,
  });
}

const warnMs = 60_000;

/** Behind a proxy that nobody told us of, all clients have one address: the shop would soon be closed to all of them. */
function proxyWarning({ config, logger }: RateLimitsParts): (request: IncomingMessage) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    const isTrusting = typeof config.trustProxy === 'number' ? config.trustProxy > 0 : config.trustProxy.length > 0;
    if (isTrusting || headers['x-forwarded-for'] === undefined || performance.now() - warnedAt < warnMs) return;
    warnedAt = performance.now();
    logger.warn('requests of a proxy were refused as those of one client: set server.trustProxy if it is yours');
  };
}
