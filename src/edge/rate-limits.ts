import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { type ClientOf, isObject, type Logger, RequestError } from '#base';
import type { ServerConfig } from '#config';
import type { Caller } from '#extension-api';
import type { EndpointManifest } from '#extensions';
import { coreTextsFor } from '#http';
import type { DatabaseServer } from '#postgres';
import type { CountRequest, RateCounters, RateRule } from './rate-counter.ts';
import { createSharedCounter } from './shared-rate-counter.ts';

/** Identifies the caller of a request: see `Gateway.authenticate`. */
export type IdentifyCaller = (request: IncomingMessage, response: ServerResponse) => Caller | Promise<Caller>;

/** The part of an exchange that rate limits read. */
export interface LimitedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

export interface RateLimits {
  /** Wraps `identify` so that each call is counted, even when it throws. Returns `identify` itself without a limit. */
  guard(identify: IdentifyCaller): IdentifyCaller;
  /** Counts a request of a route with its own limit; else undefined. Rejects with RequestError RATE_LIMITED 429. */
  countRoute(endpoint: EndpointManifest, exchange: LimitedExchange): Promise<void> | undefined;
  /** As `countRoute`, for the values in a checked body that route.json limits. */
  countValues(endpoint: EndpointManifest, body: unknown, exchange: LimitedExchange): Promise<void> | undefined;
}

interface RateLimitsParts {
  readonly config: Pick<ServerConfig, 'rateLimit' | 'trustProxy'>;
  readonly clientOf: ClientOf;
  readonly table: DatabaseServer['rates'];
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
  const checkOf = (rule: RateRule): Check => {
    const check = checks.get(rule.name) ?? createCheck(rule);
    checks.set(rule.name, check);
    return check;
  };

  return {
    guard(identify) {
      if (points === 0) return identify;
      const check = createCheck({ name: 'gateway', points, seconds });
      return async (request, response) => {
        let caller: Caller;
        try {
          caller = await identify(request, response);
        } catch (error) {
          // Failed attempts with tokens or cookies count too, under the client's address.
          await check(addressOf(request), { request, response });
          throw error;
        }
        await check(nameOf({ request, caller }), { request, response });
        return caller;
      };
    },

    countRoute({ extension, routeId, rateLimit }, exchange) {
      if (rateLimit === undefined) return undefined;
      const { points, seconds, by } = rateLimit;
      const check = checkOf({ name: `${extension}.${routeId}`, points, seconds });
      return check(by === 'address' ? addressOf(exchange.request) : nameOf(exchange), exchange);
    },

    countValues({ extension, routeId, rateLimit }, body, exchange) {
      const { perValue } = rateLimit ?? {};
      if (perValue === undefined || !isObject(body)) return undefined;
      const counted = Object.entries(perValue).map(async ([field, { points, seconds }]) => {
        const value = body[field];
        if (typeof value !== 'string') return;
        const check = checkOf({ name: `${extension}.${routeId}.${field}`, points, seconds, isOfAll: true });
        // A hash, so that any text fits. Handlers usually take another spelling for the same account.
        await check(`value ${hash('sha256', value.normalize('NFC').trim().toLowerCase(), 'base64url')}`, exchange);
      });
      return Promise.all(counted).then(() => undefined);
    },
  };
}

type Check = (name: string, exchange: Pick<LimitedExchange, 'request' | 'response'>) => Promise<void>;

function createCounter(rule: RateRule, { config, table, logger, counters }: RateLimitsParts): CountRequest {
  const { store, callers } = config.rateLimit;
  return counters.take(rule, config.rateLimit, () => {
    if (store === 'memory') return counters.create(rule, { callers, logger });
    return createSharedCounter(rule, { callers, table, logger });
  });
}

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers-10. Throws RequestError RATE_LIMITED 429 over the limit. */
function enforce(
  { name, points, seconds, isOfAll = false }: RateRule,
  { isOver, remaining, ms }: Awaited<ReturnType<CountRequest>>,
  response: ServerResponse,
  refused: () => void,
): void {
  const wait = Math.max(1, Math.ceil(ms / 1000));
  const policy = `"${name}";q=${points};w=${seconds}`;
  const standing = `"${name}";r=${remaining};t=${wait}`;
  if (!isOver) {
    // What remains of a value would say how often others have named it.
    if (isOfAll) return;
    // Appended, since a route's own limit is reported next to the gateway's.
    response.appendHeader('ratelimit-policy', policy);
    response.appendHeader('ratelimit', standing);
    return;
  }
  if (!isOfAll) refused();
  throw new RequestError('RATE_LIMITED', 429, coreTextsFor(response.req).tooMany(wait), {
    'retry-after': String(wait),
    'ratelimit-policy': policy,
    ratelimit: standing,
  });
}

const warnMs = 60_000;

/** Warns about a proxy that server.trustProxy does not name. One limit would refuse all its clients. */
function proxyWarning({ config, logger }: RateLimitsParts): (request: IncomingMessage) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    const isTrusting = typeof config.trustProxy === 'number' ? config.trustProxy > 0 : config.trustProxy.length > 0;
    if (isTrusting || headers['x-forwarded-for'] === undefined || performance.now() - warnedAt < warnMs) return;
    warnedAt = performance.now();
    logger.warn('requests of a proxy were refused as those of one client: set server.trustProxy if it is yours');
  };
}

/** The key under which an address counts. Of IPv6, the /64 prefix: a provider gives each customer a whole /64. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = '', end] = address.split('::');
  const head = groupsOf(start);
  const tail = groupsOf(end ?? '');
  const zeros = end === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => 0), ...tail].slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups, which are never among the first four. */
function groupsOf(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
