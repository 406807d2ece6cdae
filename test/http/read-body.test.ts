import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import express, { type Request, type Response } from 'express';
import { yieldToEventLoop } from '#base';
import type { Request as SignedRequest } from '#extension-api';
import type { DatabaseServer } from '#postgres';
import { streamBody } from '../../src/http/read-body.ts';
import { settle } from '../support/one-connection.ts';
import { exchangeRaw, openRaw } from '../support/raw-socket.ts';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';

const length = (request: Request, response: Response) => response.json({ length: request.body?.length ?? null });
const upload: TestEndpoint = {
  path: '/upload',
  methods: ['POST', 'GET'],
  bodyLimit: 1000,
  run: [express.raw({ type: () => true }), length],
};

const head = (...lines: readonly string[]) => ['POST /upload HTTP/1.1', 'Host: shop', ...lines, '', ''].join('\r\n');
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const close = 'Connection: close';

describe('a request’s body', () => {
  it('is taken up to the limit, declared or chunked', async () => {
    await using server = await startRest({ upload });
    const declared = await exchangeRaw(server.port, head(close, 'Content-Length: 1000') + 'x'.repeat(1000));
    expect(declared)
      .to.match(/^HTTP\/1.1 200 /)
      .and.to.include('{"length":1000}');
    const body = `${chunk(400)}${chunk(600)}0\r\n\r\n`;
    const chunked = `${head(close, 'Transfer-Encoding: chunked')}${body}`;
    expect(await exchangeRaw(server.port, chunked)).to.include('{"length":1000}');
  });

  it('may be absent', async () => {
    await using server = await startRest({ upload });
    expect(await exchangeRaw(server.port, head(close))).to.include('{"length":null}');
  });

  context('when its declared length is over the limit', () => {
    it('is refused with 413 before it is sent', async () => {
      await using server = await startRest({ upload });
      const raw = await openRaw(server.port);
      raw.send(head('Content-Length: 1001'));
      expect(await raw.until(/"\}$/))
        .to.match(/^HTTP\/1.1 413 /)
        .and.to.include('"error":');
      raw.socket.destroy();
    });

    it('is read to its end for a while, so that the client gets to see the answer', async () => {
      await using server = await startRest({ upload });
      const answer = await exchangeRaw(server.port, head('Content-Length: 200000') + 'x'.repeat(200_000));
      expect(answer)
        .to.match(/^HTTP\/1.1 413 /)
        .and.to.match(/connection: close/i);
    });

    it('is not read without end', async () => {
      await using server = await startRest({ upload });
      const raw = await openRaw(server.port);
      const closed = raw.closed();
      raw.send(head('Content-Length: 10000000000'));
      const block = Buffer.alloc(65_536, 'x');
      while (!raw.socket.destroyed)
        if (raw.socket.write(block)) await yieldToEventLoop();
        else await Promise.race([closed, new Promise((resolve) => raw.socket.once('drain', resolve))]);
      expect(await closed).to.match(/^(HTTP\/1.1 413 |$)/);
      // 4 MiB, and what lies in buffers. In the 2 s for which it may be read, it would be much more.
      expect(raw.socket.bytesWritten).to.be.below(50_000_000);
    });

    it('is not waited for longer than 2 s', async () => {
      await using server = await startRest({ upload });
      const raw = await openRaw(server.port);
      const started = performance.now();
      raw.send(`${head('Content-Length: 1001')}x`);
      expect(await raw.closed()).to.match(/^HTTP\/1.1 413 /);
      expect(performance.now() - started).to.be.at.least(1900);
    });

    it('is not asked for when the client waits to be asked', async () => {
      await using server = await startRest({ upload });
      const raw = await openRaw(server.port);
      raw.send(head('Content-Length: 1001', 'Expect: 100-continue'));
      const answer = await raw.until(/"\}$/);
      expect(answer)
        .to.match(/^HTTP\/1.1 413 /)
        .and.to.not.include('100 Continue');
      raw.socket.destroy();
    });
  });

  it('is asked for when the client waits to be asked and the body is wanted', async () => {
    await using server = await startRest({ upload });
    const raw = await openRaw(server.port);
    raw.send(head(close, 'Content-Length: 3', 'Expect: 100-continue'));
    expect(await raw.until(/\r\n\r\n/)).to.match(/^HTTP\/1.1 100 Continue\r\n/);
    raw.send('abc');
    expect(await raw.closed()).to.include('{"length":3}');
  });

  it('is asked for when it is read as a stream', async () => {
    const server = createServer();
    server.on('checkContinue', (request, response) => {
      request.once('resume', () => response.writeContinue());
      const body = streamBody(request, 1_000, 0);
      if (body !== undefined) buffer(body).then((whole) => response.end(whole), expect.fail);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const raw = await openRaw(typeof address === 'object' ? (address?.port ?? 0) : 0);
    raw.send(head(close, 'Content-Length: 3', 'Expect: 100-continue'));
    expect(await raw.until(/\r\n\r\n/)).to.match(/^HTTP\/1.1 100 Continue\r\n/);
    raw.send('abc');
    expect(await raw.closed()).to.match(/abc/);
    server.close();
  });

  it('is refused with 413 as soon as its chunks are over the limit', async () => {
    await using server = await startRest({ upload });
    const raw = await openRaw(server.port);
    raw.send(head('Transfer-Encoding: chunked') + chunk(900));
    raw.send(chunk(200));
    expect(await raw.until(/"\}$/)).to.match(/^HTTP\/1.1 413 /);
    raw.send('0\r\n\r\n');
    await raw.closed();
  });

  for (const [what, header] of [
    ['compressed', 'Content-Encoding: gzip\r\nContent-Length: 10'],
    ['compressed for the transfer', 'Transfer-Encoding: gzip, chunked'],
  ] as const) {
    it(`is refused with 415 before it is sent when it is ${what}`, async () => {
      await using server = await startRest({ upload });
      const raw = await openRaw(server.port);
      raw.send(head(header));
      expect(await raw.until(/"\}$/)).to.match(/^HTTP\/1.1 415 /);
      raw.socket.destroy();
    });
  }

  for (const [what, header] of [
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2'],
    ['a length and chunks', 'Content-Length: 1\r\nTransfer-Encoding: chunked'],
    ['a length that is no number', 'Content-Length: one'],
  ] as const) {
    it(`is refused with 400 when it has ${what}`, async () => {
      await using server = await startRest({ upload });
      expect(await exchangeRaw(server.port, head(header)))
        .to.match(/^HTTP\/1.1 400 /)
        .and.to.include('"error":');
    });
  }

  it('is whole when all of its chunks have come before it is known who sent them', async () => {
    const store: DatabaseServer['sessions'] = {
      async find() {
        await settle(20);
        return { userId: 'ann', permissions: [] };
      },
      create: async () => undefined,
      remove: async () => undefined,
      removeUser: async () => undefined,
    };
    const signIn: TestEndpoint = {
      path: '/sign-in',
      methods: ['POST'],
      run: [
        async ({ session }: SignedRequest, response: Response) => {
          await session.signIn({ id: 'ann', permissions: [] });
          response.json({});
        },
      ],
    };
    await using server = await startRest({ upload, signIn }, { store });
    const signedIn = await fetch(new URL('/sign-in', server.url), { method: 'POST' });
    const [cookie] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const fields = head(close, `Cookie: ${cookie}`, 'Sec-Fetch-Site: same-origin', 'Transfer-Encoding: chunked');
    const answer = await exchangeRaw(server.port, `${fields}${chunk(400)}${chunk(100)}${chunk(7)}0\r\n\r\n`);
    expect(answer)
      .to.match(/^HTTP\/1.1 200 /)
      .and.to.include('{"length":507}');
  });

  it('is whole when it comes in one piece on a connection that is kept', async () => {
    await using server = await startRest({ upload });
    const raw = await openRaw(server.port);
    for (const size of [3, 4, 1000]) {
      raw.send(head(`Content-Length: ${size}`) + 'x'.repeat(size));
      await raw.until(new RegExp(`"length":${size}}`));
    }
    raw.send(head('Content-Length: 1001') + 'x'.repeat(1001));
    expect(await raw.until(/HTTP\/1.1 413 /)).to.include('"length":1000');
    raw.socket.destroy();
  });

  it('is refused with 400 when its chunks are malformed', async () => {
    await using server = await startRest({ upload });
    const answer = await exchangeRaw(server.port, `${head('Transfer-Encoding: chunked')}zz\r\n`);
    expect(answer).to.match(/^HTTP\/1.1 400 /);
    expect(server.log.text()).to.not.include('"level":50');
  });
});
