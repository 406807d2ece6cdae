import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type ClientOf, type Logger, RequestError } from '#base';
import { createMemoryCounter } from '#edge';
import type { Caller } from '#extension-api';

/** Refused tokens of one address within this time, before the console takes none of them. */
const limit = { name: 'console-token', points: 10, seconds: 60 } as const;
/** Maximum number of addresses that are counted. */
const addresses = 10_000;

export type TokenAttempts = ReturnType<typeof createTokenAttempts>;

/** Logs and limits attempts to guess the console's token. A token is never logged. */
export function createTokenAttempts(parts: { readonly clientOf: ClientOf; readonly logger: Logger }) {
  const { clientOf, logger } = parts;
  const count = createMemoryCounter(limit, addresses);
  const blocked = new LRUCache<string, true>({ max: addresses });

  return {
    /**
     * Wraps `identify`: after too many refused bearer tokens of one address, it rejects with RequestError RATE_LIMITED
     * 429 for all of them, the right one too. The cookie stays valid.
     */
    guard: (identify: (request: IncomingMessage) => Caller) => async (request: IncomingMessage) => {
      if (!hasToken(request)) return identify(request);
      const { address } = clientOf(request);
      if (blocked.has(address)) throw tooMany(blocked.getRemainingTTL(address));
      try {
        return identify(request);
      } catch (error) {
        if (!(error instanceof RequestError) || error.code !== 'UNAUTHENTICATED') throw error;
        const { remaining, ms } = await count(address);
        if (remaining === 0) {
          blocked.set(address, true, { ttl: Math.max(1, ms) });
          logger.warn('console tokens limited', { client: address, seconds: Math.ceil(ms / 1000) });
        }
        throw error;
      }
    },
    /** Logs the request when its answer is a 401 to a token or to a sign-in. */
    watch(request: IncomingMessage, response: ServerResponse): void {
      if (!hasToken(request) && request.method !== 'POST') return;
      // Read early, since a closed connection has no address.
      const { address } = clientOf(request);
      response.once('finish', () => {
        if (response.statusCode === 401) logger.warn('console token refused', { client: address });
      });
    },
  };
}

function hasToken({ headers }: IncomingMessage): boolean {
  return /^Bearer /i.test(headers.authorization ?? '');
}

function tooMany(ms: number): RequestError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new RequestError('RATE_LIMITED', 429, `Too many refused tokens; try again in ${seconds} s.`, {
    'retry-after': String(seconds),
  });
}
