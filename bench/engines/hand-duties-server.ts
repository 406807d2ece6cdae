/**
 * (b) The same hand-written code with the duties of a gateway: header fields, a request id, limits, credentials, counters, and a
 * time limit. The ratio of Stoa to it is the price of isolated extensions.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { handAnswer } from './hand-answer.ts';
import { readRequest, refuse, tellWhere } from './read-request.ts';

/** The fields that every answer of the gateway has. */
const fields = Object.entries({
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept, Authorization',
  'cache-control': 'no-store',
}).flat();
const limits = { url: 8192, headers: 100, inFlight: 1000, timeoutMs: 10_000 };
const sane = /^[A-Za-z0-9._-]{8,128}$/;
const tokens = new Map([[createHash('sha256').update('a token').digest('hex'), 'ann']]);
const counters = { inFlight: 0, answered: 0, refused: 0, seconds: 0, buckets: new Array<number>(12).fill(0) };

const server = createServer({ requireHostHeader: false }, (request, response) => {
  const begun = performance.now();
  counters.inFlight++;
  response.on('close', () => count(response, begun));
  const status = statusOfRefusal(request);
  if (status !== undefined) {
    refuse(response, status);
    return;
  }
  const offered = request.headers['x-request-id'];
  const id = typeof offered === 'string' && sane.test(offered) ? offered : randomUUID();
  readRequest(request, response, (params) => {
    const text = JSON.stringify({ data: handAnswer(params) });
    const own = ['x-request-id', id, 'content-length', String(Buffer.byteLength(text))];
    response.writeHead(200, [...fields, ...own]).end(text);
  });
});
server.requestTimeout = limits.timeoutMs;
tellWhere(server);

/** Limits, the other sites' pages, and the caller. */
function statusOfRefusal({ url = '', headers, rawHeaders }: IncomingMessage): number | undefined {
  if (counters.inFlight > limits.inFlight) return 503;
  if (url.length > limits.url) return 414;
  if (rawHeaders.length > 2 * limits.headers) return 431;
  if (headers.host === undefined) return 400;
  if (headers.authorization === undefined) return isFromOtherSite(headers) ? 403 : undefined;
  const token = /^Bearer (\S+)$/.exec(headers.authorization)?.[1] ?? '';
  return tokens.has(createHash('sha256').update(token).digest('hex')) ? undefined : 401;
}

function isFromOtherSite(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}

function count({ statusCode }: ServerResponse, begun: number): void {
  const seconds = (performance.now() - begun) / 1000;
  counters.inFlight--;
  counters.seconds += seconds;
  if (statusCode < 400) counters.answered++;
  else counters.refused++;
  const bucket = Math.min(Math.max(Math.ceil(Math.log2(seconds * 1000)) + 3, 0), 11);
  counters.buckets[bucket] = (counters.buckets[bucket] ?? 0) + 1;
}
