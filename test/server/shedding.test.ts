import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { type LoadLimits, LoadShedder } from '../../src/server/connections/load-shedder.ts';
import { exchangeRaw, openRaw } from '../support/raw-socket.ts';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

const limited = (limits: Partial<LoadLimits>) => ({
  server: testServer({ limits: { ...limits } }),
});

/** An endpoint whose answers the test gives. */
function waitingEndpoint(): { readonly endpoint: TestEndpoint; readonly next: () => Promise<Response> } {
  const come: Response[] = [];
  const waiting: ((response: Response) => void)[] = [];
  const run = (_request: Request, response: Response): void => {
    const taker = waiting.shift();
    if (taker === undefined) come.push(response);
    else taker(response);
  };
  return {
    endpoint: { path: '/wait', run: [run] },
    next: () => {
      const response = come.shift();
      return response === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(response);
    },
  };
}

const hello: TestEndpoint = { path: '/hello', run: [(_: Request, response: Response) => response.send('hello')] };
const upload: TestEndpoint = {
  path: '/upload',
  methods: ['POST'],
  run: [(_: Request, response: Response) => response.send('uploaded')],
};

describe('a server that has as many requests in flight as it may', () => {
  it('answers others with 503 and Retry-After, and finishes those that it has', async () => {
    const { endpoint, next } = waitingEndpoint();
    await using server = await startRest({ wait: endpoint, hello }, { config: limited({ inFlight: 2 }) });
    const answers = [fetch(`${server.url}/wait`), fetch(`${server.url}/wait`)];
    const responses = [await next(), await next()];
    const refused = await fetch(`${server.url}/hello`);
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '1']);
    expect(await refused.json()).to.have.property('error');
    expect(server.load()).to.deep.include({ inFlight: 2, shed: 1 });
    for (const response of responses) response.send('done');
    expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).to.deep.equal(['done', 'done']);
    expect((await fetch(`${server.url}/hello`)).status).to.equal(200);
  });

  it('keeps the connection of whom it refuses', async () => {
    const { endpoint, next } = waitingEndpoint();
    await using server = await startRest({ wait: endpoint, hello }, { config: limited({ inFlight: 1 }) });
    const answer = fetch(`${server.url}/wait`);
    const response = await next();
    const raw = await openRaw(server.port);
    raw.send('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n');
    await raw.until(/ 503 [\s\S]*try again/);
    raw.send('POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc');
    await raw.until(/ 503 [\s\S]* 503 [\s\S]*try again/);
    response.send('done');
    await answer;
    raw.send('GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await raw.closed()).to.match(/ 200 OK[\s\S]*hello/);
  });

  it('does not read a large body of whom it refuses to its end', async () => {
    const { endpoint, next } = waitingEndpoint();
    await using server = await startRest({ wait: endpoint, hello }, { config: limited({ inFlight: 1 }) });
    const answer = fetch(`${server.url}/wait`);
    const response = await next();
    const raw = await openRaw(server.port);
    raw.send('POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\nabc');
    const received = await raw.until(/try again/);
    expect(received)
      .to.match(/ 503 /)
      .and.to.match(/connection: close/i);
    raw.socket.destroy();
    response.send('done');
    await answer;
  });

  it('does not count a request whose body trickles in', async () => {
    await using server = await startRest({ hello, upload }, { config: limited({ inFlight: 1 }) });
    const raw = await openRaw(server.port);
    raw.send('POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nab');
    expect(await exchangeRaw(server.port, 'GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).to.match(
      / 200 OK/,
    );
    raw.send('c');
    expect(await raw.closed()).to.match(/ 200 OK[\s\S]*uploaded/);
  });

  it('forgets a request whose client has left', async () => {
    const { endpoint, next } = waitingEndpoint();
    await using server = await startRest({ wait: endpoint, hello }, { config: limited({ inFlight: 1 }) });
    const raw = await openRaw(server.port);
    raw.send('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n');
    const response = await next();
    const closed = once(response, 'close');
    raw.socket.destroy();
    await closed;
    expect((await fetch(`${server.url}/hello`)).status).to.equal(200);
  });
});

/** A server that works for some milliseconds on each request that the shedder takes on: `workMs` gets its number, from 0. */
async function busyServer(shedder: LoadShedder, workMs: (request: number) => number) {
  let requests = 0;
  const server = createServer((request, response) => {
    if (!shedder.admit(request, response)) return;
    const until = performance.now() + workMs(requests++);
    while (performance.now() < until);
    response.end('done');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function statuses(url: string, count: number): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const response = await fetch(url);
      await response.text();
      return response.status;
    }),
  );
}

describe('a server whose event loop lags behind for some time on end', () => {
  it('refuses a part of the requests, and none any longer once it has caught up', async () => {
    const shedder = new LoadShedder({ inFlight: 10_000, eventLoopDelayMs: 15 });
    await using server = await busyServer(shedder, () => 5);
    let refused = 0;
    while (refused === 0) refused = (await statuses(server.url, 60)).filter((status) => status === 503).length;
    expect(shedder.report.share).to.be.below(1);
    while (shedder.report.share < 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await statuses(server.url, 5)).to.deep.equal([200, 200, 200, 200, 200]);
  });

  it('refuses nobody when gateway.yaml does not limit the delay', async () => {
    const shedder = new LoadShedder({ inFlight: 10_000, eventLoopDelayMs: 0 });
    await using server = await busyServer(shedder, () => 5);
    for (let round = 0; round < 3; round++)
      expect(new Set(await statuses(server.url, 60))).to.deep.equal(new Set([200]));
  });

  it('refuses nobody for a single pause', async () => {
    const shedder = new LoadShedder({ inFlight: 10_000, eventLoopDelayMs: 15 });
    await using server = await busyServer(shedder, (request) => (request === 11 ? 200 : 0));
    expect(new Set(await statuses(server.url, 40))).to.deep.equal(new Set([200]));
  });
});
