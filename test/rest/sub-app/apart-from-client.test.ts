import { executionAsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { exchangeRaw, openRaw } from '../../support/raw-socket.ts';
import { type Reachable, reachableFrom } from '../../support/reachable.ts';
import { startRest, tokens } from '../../support/rest-gateway.ts';

type Handler = (request: Request, response: Response) => unknown;

const cookie = 'value-of-the-session-cookie';
const body = '{"a":1}';
const asked = [
  'POST /it?a=1 HTTP/1.1',
  'Host: shop',
  'Connection: close',
  `Authorization: Bearer ${tokens.ann}`,
  `Cookie: stoa_session=${cookie}; cart=1`,
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  body,
].join('\r\n');

/** Whatever leads to the client: its socket, a parser of one, a message of the gateway, a credential. */
function leaksIn({ objects, texts, path }: Reachable): readonly string[] {
  const leaks = [...objects].flatMap((object) => {
    const isHandle = ['parser', '_handle', '_server'].some((name) => {
      const value: unknown = Object.getOwnPropertyDescriptor(object, name)?.value;
      return typeof value === 'object' && value !== null;
    });
    const isSocket = object instanceof Socket && object.remoteAddress !== undefined;
    const isClients = object instanceof IncomingMessage && object.headers?.authorization !== undefined;
    return isHandle || isSocket || isClients ? [path(object)] : [];
  });
  const shown = [...texts].filter((text) => text.includes(tokens.ann) || text.includes(cookie));
  return [...leaks, ...shown];
}

describe('what handlers can reach of the client', () => {
  const moments: Readonly<Record<string, (request: Request, response: Response) => Promise<unknown>>> = {
    'when they begin': async () => undefined,
    'after a wait': () => new Promise((resolve) => setImmediate(resolve)),
    'after the body': async (request) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      return chunks;
    },
    'after a cookie of their own': async (_request, response) => {
      response.cookie('own', '1');
      return response.getHeaders();
    },
  };
  for (const [name, reach] of Object.entries(moments)) {
    it(`is neither its socket nor a credential: ${name}`, async () => {
      let leaks: readonly string[] | undefined;
      await using server = await startRest({
        it: {
          path: '/it',
          methods: ['POST'],
          run: [
            (async (request, response) => {
              const before = executionAsyncResource();
              const reached = await reach(request, response);
              const resource = executionAsyncResource();
              leaks = leaksIn(reachableFrom({ request, response, reached, before, resource }));
              response.json({});
            }) satisfies Handler,
          ],
        },
      });
      expect(await exchangeRaw(server.port, asked)).to.match(/^HTTP\/1.1 200 /);
      expect(leaks).to.deep.equal([]);
    });
  }

  for (const event of ['finish', 'drain', 'close']) {
    it(`is neither its socket nor a credential: at the response’s "${event}"`, async () => {
      const { promise: seen, resolve } = Promise.withResolvers<readonly string[]>();
      await using server = await startRest({
        it: {
          path: '/it',
          methods: ['POST'],
          run: [
            ((request, response) => {
              response.on(event, (...given: unknown[]) => {
                resolve(leaksIn(reachableFrom({ request, response, given, resource: executionAsyncResource() })));
                response.end();
              });
              const isDrained = response.write(Buffer.alloc(20_000_000));
              expect(isDrained).to.equal(false);
              if (event !== 'drain') response.end();
            }) satisfies Handler,
          ],
        },
      });
      const [leaks] = await Promise.all([seen, exchangeRaw(server.port, asked)]);
      expect(leaks).to.deep.equal([]);
    });
  }

  for (const call of ['write', 'end'] as const) {
    it(`is neither its socket nor a credential: in the callback of ${call}()`, async () => {
      const { promise: seen, resolve } = Promise.withResolvers<readonly string[]>();
      await using server = await startRest({
        it: {
          path: '/it',
          methods: ['POST'],
          run: [
            ((_request, response) => {
              response[call]('a', (...given: unknown[]) => {
                resolve(leaksIn(reachableFrom({ given, resource: executionAsyncResource() })));
                response.end();
              });
            }) satisfies Handler,
          ],
        },
      });
      const [leaks] = await Promise.all([seen, exchangeRaw(server.port, asked)]);
      expect(leaks).to.deep.equal([]);
    });
  }

  it('is found by this test in a server of Node', async () => {
    const { createServer } = await import('node:http');
    let leaks: readonly string[] = [];
    const server = createServer((request, response) => {
      leaks = leaksIn(reachableFrom({ request, response }));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('it listens on a port');
    await exchangeRaw(address.port, asked);
    server.close();
    expect(leaks).to.include.members(['request.socket', `Bearer ${tokens.ann}`]);
  });
});

describe('the socket of a handler’s request', () => {
  it('has the client’s address, and nothing to write to', async () => {
    const seen: unknown[] = [];
    await using server = await startRest({
      it: {
        path: '/it',
        methods: ['POST'],
        run: [
          ((request, response) => {
            const { socket } = request;
            seen.push(socket === response.socket, socket === request.connection, socket === response.connection);
            seen.push(socket.remoteAddress, socket.remoteFamily, Reflect.get(socket, 'encrypted'));
            seen.push(socket.readable, socket.writable, socket.destroyed);
            expect(() => socket.write('HTTP/1.1 200 OK\r\n\r\n')).to.throw(/write to the response/);
            response.json({});
          }) satisfies Handler,
        ],
      },
    });
    expect(await exchangeRaw(server.port, asked)).to.match(/^HTTP\/1.1 200 /);
    expect(seen).to.deep.equal([true, true, true, '127.0.0.1', 'IPv4', false, true, true, false]);
  });

  for (const [what, leave] of Object.entries({
    'socket.destroy()': ({ socket }: Request) => socket.destroy(),
    'request.destroy()': (request: Request) => request.destroy(),
    'response.destroy()': ({ res }: Request) => res?.destroy(),
    'socket.end()': ({ socket }: Request) => socket.end(),
  })) {
    it(`ends the connection: ${what}`, async () => {
      const seen: string[] = [];
      await using server = await startRest({
        it: {
          path: '/it',
          methods: ['POST'],
          run: [
            (async (request, response) => {
              for (const [name, each] of Object.entries({ request, response, socket: request.socket }))
                each.on('close', () => seen.push(name));
              const closed = Promise.all([once(request, 'close'), once(response, 'close')]);
              leave(request);
              await closed;
              seen.push(String(response.destroyed), String(request.socket.destroyed));
            }) satisfies Handler,
          ],
        },
      });
      const client = await openRaw(server.port);
      client.send(asked.replace('Connection: close\r\n', ''));
      expect(await client.closed()).to.equal('');
      expect(seen.toSorted()).to.deep.equal(['request', 'response', 'socket', 'true', 'true']);
    });
  }

  const waits: Readonly<Record<string, (request: Request, done: () => void) => unknown>> = {
    'request.setTimeout()': (request, done) => request.setTimeout(20, done),
    'response.setTimeout()': ({ res }, done) => res?.setTimeout(20, done),
    'socket.setTimeout()': ({ socket }, done) => socket.setTimeout(20, done),
  };
  for (const [what, wait] of Object.entries(waits)) {
    it(`tells of a time-out: ${what}`, async () => {
      await using server = await startRest({
        it: {
          path: '/it',
          methods: ['POST'],
          run: [((request, response) => wait(request, () => response.send('late'))) satisfies Handler],
        },
      });
      expect(await exchangeRaw(server.port, asked)).to.match(/\r\n\r\nlate$/);
    });
  }

  it('ends the connection after a time-out that the handler does not listen to', async () => {
    await using server = await startRest({
      it: {
        path: '/it',
        methods: ['POST'],
        run: [((request) => void request.socket.setTimeout(20)) satisfies Handler],
      },
    });
    expect(await exchangeRaw(server.port, asked)).to.equal('');
  });
});
