import { expect } from 'chai';
import type { Request, Response } from 'express';
import { openRaw } from '../support/raw-socket.ts';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';

const hello: TestEndpoint = { path: '/hello', run: [(_: Request, response: Response) => response.send('hello')] };
const get = 'GET /hello HTTP/1.1\r\nHost: shop\r\n\r\n';
const patience = { keepAliveTimeout: 1 };
/** Node waits a second longer than it says. */
const keptMs = 1_001;

/** As when the machine, or somebody's code, keeps the process from running. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('an idle connection', () => {
  it('is closed when its time is over', async () => {
    await using server = await startRest({ hello }, { patience });
    const client = await openRaw(server.port);
    client.send(get);
    expect(await client.closed()).to.match(/^HTTP\/1.1 200 [\s\S]*hello$/);
  });

  it('is not, when a request had come by then that nobody could read yet', async () => {
    await using server = await startRest({ hello }, { patience });
    const client = await openRaw(server.port);
    client.send(get);
    await client.until(/hello$/);
    client.send(get);
    standStill(keptMs + 100);
    await client.until(/hello[\s\S]*hello$/);
  });

  it('is closed when it is idle after that', async () => {
    await using server = await startRest({ hello }, { patience });
    const client = await openRaw(server.port);
    client.send(get);
    await client.until(/hello$/);
    client.send(get);
    standStill(keptMs + 100);
    expect((await client.closed()).match(/HTTP\/1.1 200/g)).to.have.length(2);
  });
});

describe('a time that an extension sets', () => {
  const waiting = (prepare: (request: Request, response: Response) => void): TestEndpoint => ({
    path: '/hello',
    run: [prepare],
  });

  it('cuts the connection when nobody asks for more', async () => {
    const endpoint = waiting((_, response) => void response.setTimeout(10));
    await using server = await startRest({ hello: endpoint });
    const client = await openRaw(server.port);
    client.send(get);
    expect(await client.closed()).to.equal('');
  });

  it('is answered by the extension when it listens', async () => {
    const endpoint = waiting((_, response) => void response.setTimeout(10, () => response.send('late')));
    await using server = await startRest({ hello: endpoint });
    const client = await openRaw(server.port);
    client.send(get);
    await client.until(/late$/);
  });
});
