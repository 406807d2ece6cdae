import { expect } from 'chai';
import type { Request, Response } from 'express';
import type { ServerConfig } from '#config';
import { createMemoryCounter } from '../../src/edge/rate-counter.ts';
import { type RestServer, startRest, type TestEndpoint, tokens } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

const hello: TestEndpoint = { path: '/hello', run: [(_: Request, response: Response) => response.json('hello')] };
const guess: TestEndpoint = {
  ...hello,
  path: '/guess',
  rateLimit: { points: 2, seconds: 60, by: 'address' },
};
const login: TestEndpoint = {
  methods: ['POST'],
  path: '/login',
  schemas: {
    params: undefined,
    query: undefined,
    body: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
  },
  rateLimit: { points: 5, seconds: 60, by: 'address', perValue: { email: { points: 2, seconds: 60 } } },
  run: [(_: Request, response: Response) => response.json('hello')],
};
const search: TestEndpoint = { ...hello, path: '/search', rateLimit: { points: 2, seconds: 60, by: 'caller' } };

function start(
  rateLimit: Partial<ServerConfig['rateLimit']>,
  trustProxy: ServerConfig['trustProxy'] = ['loopback'],
): Promise<RestServer> {
  const limit: ServerConfig['rateLimit'] = { points: 0, seconds: 60, store: 'memory', callers: 1000, ...rateLimit };
  return startRest(
    { hello, guess, login, search },
    { config: { server: testServer({ rateLimit: limit, trustProxy }) } },
  );
}

interface Sender {
  readonly from?: string;
  readonly token?: string;
}

function ask(url: string, path: string, { from, token }: Sender = {}): Promise<globalThis.Response> {
  const forwarded = from === undefined ? {} : { 'x-forwarded-for': from };
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(url + path, { headers: { ...forwarded, ...bearer } });
}

async function statuses(url: string, path: string, senders: readonly Sender[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const sender of senders) found.push((await ask(url, path, sender)).status);
  return found;
}

const ann = { from: '198.51.100.1' };
const bob = { from: '198.51.100.2' };

describe('the rate limit of gateway.yaml', () => {
  it('is none by default, and says nothing', async () => {
    await using server = await start({});
    const answer = await ask(server.url, '/hello', ann);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('ratelimit')).to.equal(null);
  });

  it('tells each caller how it stands', async () => {
    await using server = await start({ points: 3 });
    await ask(server.url, '/hello', ann);
    const { headers } = await ask(server.url, '/hello', ann);
    expect(headers.get('ratelimit-policy')).to.equal('"gateway";q=3;w=60');
    expect(headers.get('ratelimit')).to.match(/^"gateway";r=1;t=(?:60|[1-5]?\d)$/);
  });

  it('answers 429 to one more, and says when to come back', async () => {
    await using server = await start({ points: 1 });
    await ask(server.url, '/hello', ann);
    const answer = await ask(server.url, '/hello', ann);
    expect(answer.status).to.equal(429);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
    expect(answer.headers.get('ratelimit')).to.match(/^"gateway";r=0;t=\d+$/);
    expect(await answer.json())
      .to.have.property('error')
      .that.matches(/^Too many requests; try again in \d+ seconds/);
  });

  it('counts guests by their address, and not together', async () => {
    await using server = await start({ points: 1 });
    expect(await statuses(server.url, '/hello', [ann, bob, ann, bob])).to.deep.equal([200, 200, 429, 429]);
  });

  it('counts all of an IPv6 /64 as one', async () => {
    await using server = await start({ points: 1 });
    const senders = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map((from) => ({ from }));
    expect(await statuses(server.url, '/hello', senders)).to.deep.equal([200, 429, 200]);
  });

  it('counts users by who they are, wherever they come from', async () => {
    await using server = await start({ points: 1 });
    const senders = [{ ...ann, token: tokens.ann }, { ...bob, token: tokens.ann }, { ...ann, token: tokens.bob }, ann];
    expect(await statuses(server.url, '/hello', senders)).to.deep.equal([200, 429, 200, 200]);
  });

  it('counts tokens that are not valid, by the address', async () => {
    await using server = await start({ points: 2 });
    const senders = [1, 2, 3].map((guessed) => ({ ...ann, token: `guess-${guessed}` }));
    expect(await statuses(server.url, '/hello', senders)).to.deep.equal([401, 401, 429]);
  });

  it('counts what the client itself calls its address for nothing', async () => {
    await using server = await start({ points: 1 }, 0);
    expect(await statuses(server.url, '/hello', [ann, bob])).to.deep.equal([200, 429]);
  });

  it('tells the operator that a proxy may not have been named', async () => {
    await using server = await start({ points: 1 }, 0);
    await statuses(server.url, '/hello', [ann, bob, bob]);
    expect(server.log.text().split('set server.trustProxy')).to.have.lengthOf(2);
  });
});

describe('the rate limit of a route', () => {
  it('holds without one of gateway.yaml, and for that route alone', async () => {
    await using server = await start({});
    expect(await statuses(server.url, '/guess', [ann, ann, ann, bob])).to.deep.equal([200, 200, 429, 200]);
    expect(await statuses(server.url, '/search', [ann])).to.deep.equal([200]);
    expect(await statuses(server.url, '/hello', [ann])).to.deep.equal([200]);
  });

  it('counts everybody by address where it says so', async () => {
    await using server = await start({});
    const senders = [{ ...ann, token: tokens.ann }, { ...ann, token: tokens.bob }, ann];
    expect(await statuses(server.url, '/guess', senders)).to.deep.equal([200, 200, 429]);
  });

  it('counts users by who they are where it does not', async () => {
    await using server = await start({});
    const senders = [ann, ann, { ...ann, token: tokens.ann }, ann];
    expect(await statuses(server.url, '/search', senders)).to.deep.equal([200, 200, 200, 429]);
  });

  it('stands next to that of gateway.yaml', async () => {
    await using server = await start({ points: 10 });
    const { headers } = await ask(server.url, '/search', ann);
    expect(headers.get('ratelimit-policy')).to.equal('"gateway";q=10;w=60, "shop.search";q=2;w=60');
    expect(headers.get('ratelimit')).to.match(/^"gateway";r=9;t=\d+, "shop.search";r=1;t=\d+$/);
  });
});

describe('counting in memory', () => {
  const rule = { name: 'test', points: 1, seconds: 60 };

  it('forgets whoever has not been there for longest when there are too many', async () => {
    const count = createMemoryCounter(rule, 2);
    for (const caller of ['a', 'b', 'c']) await count(caller);
    expect((await count('c')).isOver).to.equal(true);
    expect((await count('a')).isOver).to.equal(false);
  });

  it('counts requests that come at once', async () => {
    const count = createMemoryCounter({ ...rule, points: 5 }, 10);
    const counts = await Promise.all(Array.from({ length: 8 }, () => count('a')));
    expect(counts.filter(({ isOver }) => isOver)).to.have.lengthOf(3);
  });
});

describe('the limit of a value in route.json', () => {
  const logIn = (url: string, from: string, body: object) =>
    fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    });

  it('counts all addresses that name one value together, however it is written', async () => {
    await using server = await start({});
    const found: number[] = [];
    for (const [at, email] of ['ann@a.example', ' ANN@a.example', 'bob@a.example', 'Ann@A.example'].entries())
      found.push((await logIn(server.url, `198.51.100.${at}`, { email })).status);
    expect(found).to.deep.equal([200, 200, 200, 429]);
  });

  it('counts the address too', async () => {
    await using server = await start({});
    const found: number[] = [];
    for (let at = 0; at < 6; at++) found.push((await logIn(server.url, '198.51.100.1', { email: `a${at}@b` })).status);
    expect(found).to.deep.equal([200, 200, 200, 200, 200, 429]);
  });

  it('says when to come back, and before that nothing about others', async () => {
    await using server = await start({});
    const email = 'ann@a.example';
    expect((await logIn(server.url, '198.51.100.1', { email })).headers.get('ratelimit')).to.not.include('email');
    await logIn(server.url, '198.51.100.2', { email });
    const { headers } = await logIn(server.url, '198.51.100.3', { email });
    expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
    expect(headers.get('ratelimit-policy')).to.equal('"shop.login.email";q=2;w=60');
  });

  it('counts no request that is refused before', async () => {
    await using server = await start({});
    for (let at = 0; at < 3; at++) await logIn(server.url, `198.51.100.${at}`, { email: 5 });
    expect((await logIn(server.url, '198.51.100.9', { email: 'ann@a.example' })).status).to.equal(200);
  });
});
