import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { WholeRequest } from '../../src/gateway/http/whole-request.ts';
import { readWholeRequests } from '../../src/server/whole-requests.ts';
import { settle } from '../support/one-connection.ts';
import { openRaw, type RawSocket } from '../support/raw-socket.ts';

interface Listening extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  readonly sockets: readonly Socket[];
}

async function listen(handler: RequestListener, options: ServerOptions = {}): Promise<Listening> {
  const server = createServer({ requireHostHeader: false, ...options }, handler);
  readWholeRequests(server, 16_384);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    server,
    sockets,
    port: isAddress(address) ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const answer: RequestListener = (request, response) => response.end(`answer to ${request.url};`);

/** Sends requests one after the other, each when the one before is answered. */
async function exchange(raw: RawSocket, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    raw.send(get(path));
    await raw.until(new RegExp(`answer to ${path};`));
  }
}

describe('whole requests of a connection', () => {
  it('keep it from being cut for a slow head, which it is after them all the same', async () => {
    const patience = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
    await using all = await listen(answer, patience);
    const kept = await openRaw(all.port);
    await exchange(kept, '/1', '/2', '/3');
    const slow = await openRaw(all.port);
    await exchange(slow, '/1', '/2');
    slow.send('GET /3 HTTP/1.1\r\nHost:');
    // The clock has looked, and more than once.
    expect(await slow.closed()).to.match(/HTTP\/1\.1 408 Request Timeout/);
    await exchange(kept, '/4');
    kept.socket.destroy();
  });

  it('let it be cut when nothing follows', async () => {
    await using all = await listen(answer, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 1 });
    const raw = await openRaw(all.port);
    raw.send(get('/1'));
    expect(await raw.closed()).to.include('answer to /1;');
    const other = await openRaw(all.port);
    other.send(get('/2'));
    await once(all.server, 'timeout').then(([socket]) => socket.destroy());
    await other.closed();
  });

  it('keep it from being closed as idle while one is being answered', async () => {
    const waiting: ServerResponse[] = [];
    await using all = await listen((request, response) => {
      if (request.url !== '/2') return answer(request, response);
      expect(request).to.be.instanceOf(WholeRequest);
      waiting.push(response);
      all.server.emit('waiting');
    });
    const raw = await openRaw(all.port);
    await exchange(raw, '/1');
    raw.send(get('/2'));
    await once(all.server, 'waiting');
    all.server.closeIdleConnections();
    waiting[0]?.end('answer to /2;');
    await raw.until(/answer to \/2;/);
    all.server.closeIdleConnections();
    await raw.closed();
  });

  it('count as bytes that were read', async () => {
    await using all = await listen(answer);
    const raw = await openRaw(all.port);
    await exchange(raw, '/1', '/2', '/3');
    expect(all.sockets[0]?.bytesRead).to.equal(3 * get('/1').length);
    raw.socket.destroy();
  });

  it('are read as streams, or not at all, and the next is answered', async () => {
    await using all = await listen(async (request, response) => {
      let text = '';
      if (request.url !== '/unread') for await (const bytes of request) text += bytes;
      response.end(`${request instanceof WholeRequest ? 'whole' : 'parser'} ${text};`);
    });
    const raw = await openRaw(all.port);
    raw.send(post('/', 'a'));
    await raw.until(/parser a;/);
    for (const text of ['b', 'c', 'd']) {
      raw.send(post('/unread', 'x'.repeat(10_000)));
      await raw.until(/whole ;$/);
      raw.send(post('/', text));
      await raw.until(new RegExp(`whole ${text};`));
    }
    raw.socket.destroy();
  });

  it('are not taken in beyond what somebody reads', async () => {
    const body = 'x'.repeat(70_000);
    await using all = await listen((request, response) => {
      if (request.url === '/1') return answer(request, response);
      all.server.once('read', () => request.resume().on('end', () => answer(request, response)));
      all.server.emit('waiting');
    });
    const raw = await openRaw(all.port);
    await exchange(raw, '/1');
    raw.send(post('/2', body.repeat(100)));
    await once(all.server, 'waiting');
    await settle(200);
    expect(all.sockets[0]?.bytesRead).to.be.lessThan(1_000_000);
    all.server.emit('read');
    await raw.until(/answer to \/2;/);
    raw.socket.destroy();
  });

  it('are not answered once it is cut, though they had come before', async () => {
    const seen: (string | undefined)[] = [];
    await using all = await listen((request, response) => {
      seen.push(request.url);
      if (request.url === '/cut') request.socket.destroy();
      else if (request.url === '/slow') all.server.once('read', () => request.resume().on('end', () => response.end()));
      else if (request.url === '/big') response.end('x'.repeat(200_000));
      else answer(request, response);
    });
    const raw = await openRaw(all.port);
    await exchange(raw, '/1');
    let sent = get('/1').length;
    // More than is taken in of a body that nobody reads; what comes then waits, in pieces.
    const body = 'x'.repeat(80_000);
    const [head] = post('/slow', body).split('x');
    for (const text of [head ?? '', body.slice(1), `x${get('/cut')}`, get('/big'), get('/2'), get('/3') + get('/4')]) {
      raw.send(text);
      sent += text.length;
      while ((all.sockets[0]?.bytesRead ?? 0) < sent) await settle(1);
    }
    all.server.emit('read');
    await raw.closed();
    expect(seen).to.deep.equal(['/1', '/slow', '/cut']);
  });

  it('wait until answers have gone out, though somebody resumes the reading', async () => {
    const seen: (string | undefined)[] = [];
    const waiting: ServerResponse[] = [];
    await using all = await listen((request, response) => {
      seen.push(request.url);
      if (request.url === '/slow') waiting.push(response);
      else response.end(request.url === '/big' ? 'x'.repeat(200_000) : `answer to ${request.url};`);
      if (request.url === '/2') request.socket.resume();
      all.server.emit('seen');
    });
    const raw = await openRaw(all.port);
    await exchange(raw, '/1');
    for (const path of ['/slow', '/big', '/2']) {
      raw.send(get(path));
      await once(all.server, 'seen');
    }
    // Two at once are for Node's parser, which fails when it is not to be given anything.
    raw.send(get('/3') + get('/4'));
    await settle(50);
    expect(seen).to.deep.equal(['/1', '/slow', '/big', '/2']);
    waiting[0]?.end('answer to /slow;');
    await raw.until(/answer to \/4;/);
    raw.socket.destroy();
  });

  for (const [method, event] of [
    ['GET', 'upgrade'],
    ['CONNECT', 'connect'],
  ] as const) {
    it(`are nobody’s after its ${event}, and no other connection’s either`, async () => {
      const seen: (string | undefined)[] = [];
      await using all = await listen((request, response) => {
        seen.push(request.url);
        answer(request, response);
      });
      all.server.on(event, (_request, socket) => {
        socket.write('over;');
        socket.on('data', (bytes: Buffer) => socket.write(`<${bytes}>`));
      });
      const raw = await openRaw(all.port);
      await exchange(raw, '/1', '/2');
      raw.send(
        `${method} shop:80 HTTP/1.1\r\nHost: shop\r\nUpgrade: talk\r\nConnection: Upgrade\r\n\r\n`.replace(
          'GET shop:80',
          'GET /',
        ),
      );
      await raw.until(/over;/);
      // Gets the parser that has become free.
      const other = await openRaw(all.port);
      raw.send(get('/smuggled'));
      await raw.until(/<GET \/smuggled[^>]*>/);
      await exchange(other, '/3');
      expect(seen).to.deep.equal(['/1', '/2', '/3']);
      expect(await other.until(/answer/)).to.not.include('smuggled');
      for (const { socket } of [raw, other]) socket.destroy();
    });
  }

  it('leave nothing behind', async function () {
    this.timeout(120_000);
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const left = new Set<object>();
    const registry = new FinalizationRegistry((name: object) => left.delete(name));
    await using all = await listen((request, response) => {
      for (const it of [request, request.socket, request.headers]) {
        const name = {};
        left.add(name);
        registry.register(it, name);
      }
      answer(request, response);
    });
    const one = async (): Promise<void> => {
      const raw = await openRaw(all.port);
      await exchange(raw, '/1', '/2', '/3');
      raw.socket.destroy();
      await raw.closed();
    };
    for (let batch = 0; batch < 50; batch++) await Promise.all(Array.from({ length: 100 }, one));
    const open = await new Promise((resolve) => all.server.getConnections((_error, count) => resolve(count)));
    expect(open).to.be.lessThan(200);
    Object.assign(all.sockets, { length: 0 });
    for (let count = 0; count < 50 && left.size > 100; count++) {
      if (typeof collect === 'function') collect();
      await settle(10);
    }
    expect(left.size).to.be.lessThan(101);
  });
});
