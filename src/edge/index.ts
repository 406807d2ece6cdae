/**
 * What a request meets first: the client behind proxies, rate limits, CORS, security header fields, requests of
 * other sites. Imports `base`, `config`, `extensions`, `http` and `postgres`.
 */
export { createClientOf, hostnameOf, isHost, isLoopback } from './client-of.ts';
export { addVary } from './cors.ts';
export { createEdge, type Edge } from './edge.ts';
export { createMemoryCounter, RateCounters } from './rate-counter.ts';
export { isFromOtherSite, isFromOwnOrigin, isSafeMethod, isTrusted, requireOwnOrigin } from './same-origin.ts';
export { createRemoteCounter } from './shared-rate-counter.ts';
