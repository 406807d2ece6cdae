import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import express, { type Request, type Response } from 'express';
import { openRaw } from '../support/raw-socket.ts';
import { rejection } from '../support/rejection.ts';
import { startRest, type TestEndpoint, tokens } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

const echo = (request: Request, response: Response) => {
  response.json({ success: true, data: { params: request.params, query: request.query } });
};

const bodySchema = {
  type: 'object',
  properties: { name: { type: 'string', pattern: '\\S' }, description: { type: 'string', pattern: '\\S' } },
  required: ['name', 'description'],
};

/** The specification's 4.1, word by word. */
const createFoo: TestEndpoint = {
  path: '/foos',
  methods: ['POST'],
  access: 'private',
  schemas: { params: undefined, query: undefined, body: bodySchema },
  requiredBodyFields: ['name', 'description'],
  run: [
    express.json({ inflate: false }),
    (request: Request, response: Response) => {
      const { name, description } = request.body;
      response.status(201).json({ success: true, data: { foo: { id: Date.now(), name, description } } });
    },
  ],
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

describe('POST /foos', () => {
  const post = async (
    url: string,
    body: unknown,
    headers: Record<string, string> = { ...bearer(tokens.bob), ...json },
  ) => {
    const response = await fetch(`${url}/foos`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it('answers 201 with the foo', async () => {
    await using server = await startRest({ createFoo });
    const before = Date.now();
    const answer = await post(server.url, { name: 'a', description: 'b' });
    expect(answer.status).to.equal(201);
    expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    const { id, ...foo } = answer.body.data.foo;
    expect(foo).to.deep.equal({ name: 'a', description: 'b' });
    expect(id).to.be.a('number').and.to.be.within(before, Date.now());
    expect(answer.body.success).to.equal(true);
  });

  for (const body of [
    {},
    { name: 'a' },
    { description: 'b' },
    { name: '', description: 'b' },
    { name: 'a', description: ' ' },
    null,
  ]) {
    it(`answers 400 for ${JSON.stringify(body)}`, async () => {
      await using server = await startRest({ createFoo });
      const answer = await post(server.url, body);
      expect([answer.status, answer.body]).to.deep.equal([400, { error: 'name and description are required' }]);
    });
  }

  it('answers 400 without a body', async () => {
    await using server = await startRest({ createFoo });
    const response = await fetch(`${server.url}/foos`, { method: 'POST', headers: bearer(tokens.bob) });
    expect(response.status).to.equal(400);
    expect(await response.json()).to.deep.equal({ error: 'name and description are required' });
  });

  it('answers 401 without a token', async () => {
    await using server = await startRest({ createFoo });
    const answer = await post(server.url, { name: 'a', description: 'b' }, json);
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('www-authenticate')).to.match(/^Bearer/);
    expect(answer.body).to.have.all.keys('error');
  });

  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`answers 405 to ${method}, with a token or without`, async () => {
      await using server = await startRest({ createFoo });
      for (const headers of [{}, bearer(tokens.bob)]) {
        const response = await fetch(`${server.url}/foos`, { method, headers });
        expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'POST']);
        expect(await response.json()).to.have.all.keys('error');
      }
    });
  }
});

describe('a REST request', () => {
  context('step 1, find', () => {
    it('answers 404 in JSON, and in HTML to those who prefer it', async () => {
      await using server = await startRest({});
      const plain = await fetch(`${server.url}/nothing`);
      expect([plain.status, plain.headers.get('content-type')]).to.deep.equal([404, 'application/json; charset=utf-8']);
      expect(await plain.json()).to.have.all.keys('error');
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const page = await fetch(`${server.url}/nothing`, { headers: { accept } });
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    });

    it('answers whoever sent a form with a page, also where something is wrong with it or with us', async () => {
      const failing = () => {
        throw new Error('a bug');
      };
      await using server = await startRest({
        write: {
          path: '/write',
          methods: ['POST'],
          consumes: ['form'],
          schemas: { params: undefined, query: undefined, body: {} },
          run: [failing],
        },
      });
      const post = async (headers: Record<string, string>) => {
        const body = new URLSearchParams({ name: 'Ann' });
        const response = await fetch(`${server.url}/write`, { method: 'POST', headers, body });
        return [response.status, response.headers.get('content-type')?.split(';')[0]];
      };
      const own = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'same-origin' };
      expect(await post(own)).to.deep.equal([500, 'text/html']);
      expect(await post({ ...own, 'sec-fetch-site': 'cross-site' })).to.deep.equal([403, 'text/html']);
      expect(await post({ ...own, accept: '*/*' })).to.deep.equal([500, 'application/json']);
    });

    it('answers 503 for an extension that is away', async () => {
      await using server = await startRest({ echo: { path: '/echo', run: [echo] } }, { isPlaced: false });
      const response = await fetch(`${server.url}/echo`);
      expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5']);
    });
  });

  context('step 2, identify', () => {
    it('answers 401 to a token that is not valid, on a public route too', async () => {
      await using server = await startRest({ echo: { path: '/echo', run: [echo] } });
      const response = await fetch(`${server.url}/echo`, { headers: bearer('wrong') });
      expect(response.status).to.equal(401);
      expect(server.scopes).to.deep.equal([]);
    });

    it('tells the handlers who calls', async () => {
      const whoami = (request: Request, response: Response) => response.json({ user: request.user ?? 'guest' });
      await using server = await startRest({ whoami: { path: '/me', run: [whoami] } });
      const guest = await fetch(`${server.url}/me`);
      expect(await guest.json()).to.deep.equal({ user: 'guest' });
      const ann = await fetch(`${server.url}/me`, { headers: bearer(tokens.ann) });
      expect(await ann.json()).to.deep.equal({ user: { id: 'ann', permissions: ['foos:write'] } });
    });
  });

  context('step 3, permit', () => {
    const guarded: TestEndpoint = { path: '/guarded', access: 'private', permissions: ['foos:write'], run: [echo] };

    for (const [who, headers, status] of [
      ['a guest', {}, 401],
      ['a user without the permission', bearer(tokens.bob), 403],
      ['a user with it', bearer(tokens.ann), 200],
    ] as const) {
      it(`answers ${status} to ${who}`, async () => {
        await using server = await startRest({ guarded });
        const response = await fetch(`${server.url}/guarded`, { headers: { ...headers } });
        expect(response.status).to.equal(status);
        expect(server.scopes).to.have.lengthOf(status === 200 ? 1 : 0);
      });
    }
  });

  context('step 4, validate', () => {
    it('refuses what the schemas refuse, before any handler runs', async () => {
      let runs = 0;
      const count = () => runs++;
      await using server = await startRest({ createFoo: { ...createFoo, access: 'public', run: [count] } });
      const response = await fetch(`${server.url}/foos`, { method: 'POST', headers: json, body: '{"name":' });
      expect(response.status).to.equal(400);
      expect(await response.json()).to.deep.equal({
        error: 'The body is not JSON: it ends too early at line 1, column 9.',
      });
      expect(runs).to.equal(0);
    });
  });

  context('step 5, do', () => {
    const never = () => undefined;

    it('answers 504 when the time is over, and aborts the signal', async () => {
      await using server = await startRest({ slow: { path: '/slow', timeoutMs: 30, run: [never] } });
      const response = await fetch(`${server.url}/slow`);
      expect(response.status).to.equal(504);
      expect(await response.json()).to.have.all.keys('error');
      expect(server.scopes[0]?.signal.aborted).to.equal(true);
      expect(server.log.events('request failed')).to.deep.equal([]);
    });

    it('takes the time from gateway.yaml when route.json does not say', async () => {
      const config = { server: testServer({ limits: { body: 1000, timeoutMs: 20 } }) };
      await using server = await startRest({ slow: { path: '/slow', run: [never] } }, { config });
      expect((await fetch(`${server.url}/slow`)).status).to.equal(504);
    });

    it('lets an answer take longer that has begun in time and goes on', async () => {
      const stream = (request: Request, response: Response) => {
        let piece = 0;
        const timer = setInterval(() => {
          response.write(String(piece++));
          if (piece < 10) return;
          clearInterval(timer);
          response.end();
        }, 20);
        return request;
      };
      await using server = await startRest({ slow: { path: '/slow', timeoutMs: 60, run: [stream] } });
      expect(await (await fetch(`${server.url}/slow`)).text()).to.equal('0123456789');
    });

    it('cuts off an answer that has begun, and has no further byte for as long', async () => {
      const stream = (_request: Request, response: Response) => response.write('first ');
      await using server = await startRest({ slow: { path: '/slow', timeoutMs: 20, run: [stream] } });
      const answer = await fetch(`${server.url}/slow`);
      expect(String(await rejection(answer.text()))).to.include('terminated');
    });

    it('survives an answer that comes after the time-out', async () => {
      const { promise: late, resolve } = Promise.withResolvers<unknown>();
      const handler = (request: Request & { context: { signal: AbortSignal } }, response: Response) => {
        const answer = () => {
          try {
            resolve(response.json({ late: true }));
          } catch (error) {
            resolve(error);
          }
        };
        request.context.signal.addEventListener('abort', () => setImmediate(answer), { once: true });
      };
      await using server = await startRest({ slow: { path: '/slow', timeoutMs: 10, run: [handler] } });
      expect((await fetch(`${server.url}/slow`)).status).to.equal(504);
      expect(await late)
        .to.be.an('error')
        .with.property('code', 'ERR_HTTP_HEADERS_SENT');
      expect((await fetch(`${server.url}/slow`)).status).to.equal(504);
    });

    it('aborts the signal when the client leaves, and logs no error', async () => {
      const { promise: begun, resolve } = Promise.withResolvers<AbortSignal>();
      const wait = (request: Request & { context: { signal: AbortSignal } }) => {
        const { signal } = request.context;
        resolve(signal);
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      };
      await using server = await startRest({ wait: { path: '/wait', run: [wait] } });
      const client = httpRequest(`${server.url}/wait`).on('error', () => undefined);
      client.end();
      const signal = await begun;
      client.destroy();
      if (!signal.aborted) await once(signal, 'abort');
      await server.close({ drainMs: 1000 });
      expect(signal.reason).to.have.property('code', 'CLIENT_GONE');
      expect(server.log.text()).to.not.include('"level":50');
    });

    it('aborts the signal of a pipelined request that still waits for its turn', async () => {
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const run = () => (server.scopes.length === 2 ? resolve() : undefined);
      await using server = await startRest({ wait: { path: '/wait', run: [run] } });
      const raw = await openRaw(server.port);
      raw.send('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2));
      await begun;
      raw.socket.destroy();
      for (const { signal } of server.scopes) {
        if (!signal.aborted) await once(signal, 'abort');
        expect(signal.reason).to.have.property('code', 'CLIENT_GONE');
      }
    });

    it('logs no error when the client leaves while it sends', async () => {
      await using server = await startRest({ createFoo });
      const raw = await openRaw(server.port);
      raw.send(
        `POST /foos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens.ann}\r\nContent-Length: 100\r\n\r\n{"name"`,
      );
      raw.socket.destroy();
      await server.close({ drainMs: 1000 });
      expect(server.log.text()).to.equal('');
    });
  });

  context('whatever becomes of it', () => {
    it('has an id of its own in the answer', async () => {
      await using server = await startRest({ echo: { path: '/echo', run: [echo] } });
      const ids = await Promise.all(
        ['/echo', '/nothing'].map(async (path) => (await fetch(server.url + path)).headers.get('x-request-id')),
      );
      expect(new Set(ids).size).to.equal(2);
      for (const id of ids) expect(id).to.match(/^[0-9a-f-]{36}$/);
    });

    for (const [offered, isTaken] of [
      ['trace-1234567.a_b', true],
      ['short', false],
      ['with blanks in it', false],
      ['x'.repeat(129), false],
    ] as const) {
      it(`${isTaken ? 'takes' : 'does not take'} the client's id ${offered.slice(0, 20)}`, async () => {
        await using server = await startRest({ echo: { path: '/echo', run: [echo] } });
        const response = await fetch(`${server.url}/echo`, { headers: { 'x-request-id': offered } });
        expect(response.headers.get('x-request-id') === offered).to.equal(isTaken);
      });
    }
  });
});
