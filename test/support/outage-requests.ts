import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** What clients of the shop ask for, and what each gets while its database fails. */
export interface ShopRequest {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | (() => string);
  /** `reads`, `writes`: it needs the database for that. `none`: it needs none. */
  readonly needs: 'reads' | 'writes' | 'none';
  /** What its page is about. */
  readonly subject?: string;
}

const html = { accept: 'text/html' };
const json = { 'content-type': 'application/json' };
const graphql = { ...json, accept: 'application/graphql-response+json' };
const document = (query: string) => ({
  path: '/graphql',
  method: 'POST',
  headers: graphql,
  body: JSON.stringify({ query }),
});

export const shopRequests: readonly ShopRequest[] = [
  { name: 'page /', path: '/', headers: html, needs: 'reads', subject: 'Vitamin C 1000' },
  { name: 'page / HEAD', path: '/', method: 'HEAD', headers: html, needs: 'reads' },
  { name: 'page of a product', path: '/products/1001', headers: html, needs: 'reads', subject: '<h1' },
  { name: 'page of no product', path: '/products/999', headers: html, needs: 'reads' },
  { name: 'page checkout', path: '/checkout', headers: html, needs: 'none' },
  { name: 'page sign-in', path: '/sign-in', headers: html, needs: 'none' },
  { name: 'page account, guest', path: '/account', headers: html, needs: 'none' },
  { name: 'page nowhere', path: '/nowhere', headers: html, needs: 'none' },
  { name: 'REST reviews (context.query)', path: '/products/1001/reviews', needs: 'reads' },
  { name: 'REST one review', path: '/reviews/1', needs: 'reads' },
  {
    name: 'REST new review',
    path: '/products/1001/reviews',
    method: 'POST',
    headers: json,
    // Each time another: the same review is stored once.
    body: () => JSON.stringify({ author: 'Ann', rating: 5, comment: `Good: ${randomUUID()}.` }),
    needs: 'writes',
  },
  {
    name: 'REST refused review',
    path: '/products/1001/reviews',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ author: 'Ann', rating: 9, comment: 'Good.' }),
    needs: 'none',
  },
  { name: 'GraphQL product', ...document('{ product(id: 1001) { name } }'), needs: 'reads' },
  { name: 'GraphQL products', ...document('{ products(first: 2) { nodes { name } } }'), needs: 'reads' },
  { name: 'GraphQL without database', ...document('{ flatRateShipping { price } }'), needs: 'none' },
];

export interface ShopAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly cacheControl: string | null;
  readonly text: string;
  readonly ms: number;
}

export async function ask(url: string, { path, method, headers, body }: ShopRequest): Promise<ShopAnswer> {
  const started = performance.now();
  const response = await fetch(url + path, {
    redirect: 'manual',
    ...(method === undefined ? {} : { method }),
    // Each time another client, for a shop that trusts this proxy: reviews of one are limited.
    headers: { ...headers, 'x-forwarded-for': `10.0.${randomInt(256)}.${randomInt(256)}` },
    ...(body === undefined ? {} : { body: typeof body === 'function' ? body() : body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    cacheControl: response.headers.get('cache-control'),
    text,
    ms: Math.round(performance.now() - started),
  };
}

export async function askAll(url: string): Promise<ReadonlyMap<ShopRequest, ShopAnswer>> {
  return new Map(await Promise.all(shopRequests.map(async (request) => [request, await ask(url, request)] as const)));
}

/** Why an answer is wrong while the database cannot read, or not write; undefined when it is right. */
export function problemOf(
  request: ShopRequest,
  answer: ShopAnswer,
  before: ShopAnswer,
  lost: 'reads' | 'writes',
): string | undefined {
  const isLost = request.needs === 'writes' || (lost === 'reads' && request.needs === 'reads');
  if (!isLost) return answer.status === before.status ? undefined : `${answer.status}, and before ${before.status}`;
  if (request.path === '/graphql') return graphqlProblem(answer);
  if (answer.status !== 503) return `${answer.status}, and not 503`;
  if (answer.retryAfter === null) return 'without Retry-After';
  if (answer.cacheControl !== 'no-store') return `cache-control: ${answer.cacheControl}`;
  if (request.headers?.accept === html.accept) return undefined;
  return answer.text.includes('UNAVAILABLE') ? undefined : `without the code: ${answer.text}`;
}

/** GraphQL over HTTP: partial data is 200. */
function graphqlProblem({ status, text }: ShopAnswer): string | undefined {
  const { data } = JSON.parse(text);
  const expected = data === null ? 503 : 200;
  if (status !== expected) return `${status}, and not ${expected}`;
  return /"code":"(UNAVAILABLE|EXTENSION_TIMEOUT|EXTENSION_UNAVAILABLE)"/.test(text)
    ? undefined
    : `without the code: ${text}`;
}

/** Milliseconds until all requests have their former status again. Rejects after `limitMs`. */
export async function untilRecovered(
  url: string,
  before: ReadonlyMap<ShopRequest, ShopAnswer>,
  limitMs = 10_000,
): Promise<number> {
  const started = performance.now();
  // Each by itself, so that a slow answer to one delays no other.
  const recovery = async ([request, { status }]: readonly [ShopRequest, ShopAnswer]): Promise<number> => {
    for (;;) {
      const asked = performance.now() - started;
      const answer = await ask(url, request);
      if (answer.status === status) return asked;
      await pause(20);
      if (asked > limitMs) throw new Error(`${request.name} is still ${answer.status}: ${answer.text}`);
    }
  };
  return Math.round(Math.max(...(await Promise.all([...before].map(recovery)))));
}
