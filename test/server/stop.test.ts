import { expect } from 'chai';
import type { Request, Response } from 'express';
import { openRaw } from '../support/raw-socket.ts';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';

const hello: TestEndpoint = { path: '/hello', run: [(_: Request, response: Response) => response.send('hello')] };
const askHello = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n';

interface Waiting {
  readonly endpoint: TestEndpoint;
  readonly ask: string;
  readonly begun: Promise<Response>;
}

/** An endpoint whose one answer the test gives. */
function waiting(path = '/wait'): Waiting {
  const { promise: begun, resolve: begin } = Promise.withResolvers<Response>();
  const endpoint = { path, run: [(_: Request, response: Response) => begin(response)] };
  return { endpoint, ask: `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, begun };
}

describe('a server that stops', () => {
  context('while a client keeps its connection', () => {
    it('answers a request that comes late, and says that it is the last', async () => {
      await using server = await startRest({ hello });
      const raw = await openRaw(server.port);
      raw.send(askHello);
      await raw.until(/hello$/);
      const closed = server.close({ drainMs: 10_000, idleGraceMs: 1_000 });
      raw.send(askHello);
      const [, late] = (await raw.closed()).split(/(?<=hello)(?=HTTP)/);
      await closed;
      expect(late)
        .to.match(/^HTTP\/1.1 200 /)
        .and.match(/\r\nConnection: close\r\n/i)
        .and.match(/hello$/);
    });

    it('closes it when nothing comes', async () => {
      await using server = await startRest({ hello });
      const raw = await openRaw(server.port);
      raw.send(askHello);
      await raw.until(/hello$/);
      const begun = performance.now();
      await server.close({ drainMs: 50_000, idleGraceMs: 50 });
      await raw.closed();
      expect(performance.now() - begun).to.be.below(25_000);
    });
  });

  it('closes a connection on which nothing has ever been said', async () => {
    await using server = await startRest({ hello });
    const raw = await openRaw(server.port);
    const begun = performance.now();
    await server.close({ drainMs: 50_000, idleGraceMs: 50 });
    expect(await raw.closed()).to.equal('');
    expect(performance.now() - begun).to.be.below(25_000);
  });

  it('answers the request of which it has the beginning', async () => {
    await using server = await startRest({ hello });
    const [raw, idle] = [await openRaw(server.port), await openRaw(server.port)];
    raw.send(askHello);
    await raw.until(/hello$/);
    raw.send(askHello.slice(0, 10));
    idle.send(askHello);
    await idle.until(/hello$/);
    const closed = server.close({ drainMs: 10_000, idleGraceMs: 0 });
    await idle.closed();
    raw.send(askHello.slice(10));
    expect(await raw.closed()).to.match(/hello[\s\S]*hello$/);
    await closed;
  });

  it('answers those who came just before, though it had not let them in', async () => {
    await using server = await startRest({ hello });
    const newcomers = Array.from({ length: 40 }, () => openRaw(server.port));
    const answers = newcomers.map(async (opening) => {
      const raw = await opening;
      raw.send(askHello);
      return raw.closed();
    });
    // The system lets them in while this turn of the loop lasts, and the server only after it.
    const until = performance.now() + 50;
    while (performance.now() < until);
    const closed = server.close({ drainMs: 10_000 });
    for (const answer of await Promise.all(answers)) expect(answer).to.match(/^HTTP\/1.1 200 /);
    await closed;
  });

  it('says "close" on the answer of a request under way', async () => {
    const { endpoint, ask, begun } = waiting();
    await using server = await startRest({ wait: endpoint });
    const raw = await openRaw(server.port);
    raw.send(ask);
    const response = await begun;
    const closed = server.close({ drainMs: 10_000 });
    response.send('waited');
    expect(await raw.closed()).to.match(/\r\nConnection: close\r\n[\s\S]*waited$/i);
    await closed;
  });

  it('sends the whole of an answer that its client is still reading', async () => {
    const { endpoint, ask, begun } = waiting();
    await using server = await startRest({ wait: endpoint });
    const raw = await openRaw(server.port);
    raw.send(ask);
    (await begun).send('x'.repeat(64 * 1024 * 1024));
    const closed = server.close({ drainMs: 50_000, idleGraceMs: 0 });
    expect((await raw.closed()).length).to.be.above(64 * 1024 * 1024);
    await closed;
  });

  it('answers all that wait for their turn on one connection', async () => {
    const [first, second] = [waiting('/first'), waiting('/second')];
    await using server = await startRest({ first: first.endpoint, second: second.endpoint });
    const raw = await openRaw(server.port);
    raw.send(first.ask);
    const response = await first.begun;
    const closed = server.close({ drainMs: 10_000 });
    raw.send(second.ask);
    (await second.begun).send('second');
    response.send('first');
    expect(await raw.closed()).to.match(/first[\s\S]*\r\nConnection: close\r\n[\s\S]*second$/i);
    await closed;
  });

  it('keeps its word when the answer is an error', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<(error: Error) => void>();
    const fail = (_request: Request, _response: Response, next: (error: Error) => void) => begin(next);
    await using server = await startRest({ fail: { path: '/fail', run: [fail] } });
    const raw = await openRaw(server.port);
    raw.send('GET /fail HTTP/1.1\r\nHost: a\r\n\r\n');
    const next = await begun;
    const closed = server.close({ drainMs: 10_000 });
    next(new Error('too bad'));
    expect(await raw.closed()).to.match(/^HTTP\/1.1 500 [\s\S]*\r\nConnection: close\r\n/i);
    await closed;
  });
});
