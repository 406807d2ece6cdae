import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { openRaw } from '../../support/raw-socket.ts';
import { startRest } from '../../support/rest-gateway.ts';

type Handler = (request: Request, response: Response) => unknown;

const serve = (run: Handler) => startRest({ it: { path: '/it', methods: ['GET', 'POST'], run: [run] } });
const get = 'GET /it HTTP/1.1\r\nHost: shop\r\n\r\n';

describe('what handlers know of Node’s own requests and responses', () => {
  context('when the client leaves in the middle of an answer', () => {
    it('is announced by the request’s "aborted" and "close"', async () => {
      const events: string[] = [];
      const { promise: closed, resolve } = Promise.withResolvers<boolean>();
      await using server = await serve((request, response) => {
        request.on('aborted', () => events.push('aborted'));
        request.on('close', () => resolve(request.aborted));
        response.type('text/event-stream').write('data: 1\n\n');
      });
      const client = await openRaw(server.port);
      client.send(get);
      await client.until(/data: 1/);
      client.socket.destroy();
      expect(await closed).to.equal(true);
      expect(events).to.deep.equal(['aborted']);
    });
  });

  context('when an answer has been sent', () => {
    for (const method of ['GET', 'POST']) {
      it(`is announced by the request’s "close": ${method}`, async () => {
        const { promise: closed, resolve } = Promise.withResolvers<boolean>();
        await using server = await serve((request, response) => {
          request.on('close', () => resolve(request.aborted));
          response.json({});
        });
        const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
        await (await fetch(`${server.url}/it`, { method, ...body })).text();
        expect(await closed).to.equal(false);
      });
    }

    it('can go on with the body', async () => {
      const { promise: read, resolve, reject } = Promise.withResolvers<string>();
      await using server = await serve(async (request, response) => {
        const iterator = request.iterator();
        const first = iterator.next();
        response.json({});
        await once(response, 'close');
        first.then(({ value }) => resolve(String(value)), reject);
      });
      await fetch(`${server.url}/it`, { method: 'POST', body: '[1]', headers: { 'content-type': 'application/json' } });
      expect(await read).to.equal('[1]');
    });
  });

  it('is a pipeline into the response without a warning on the console', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    try {
      await using server = await serve((_request, response) => pipeline(Readable.from(['a', 'b']), response));
      expect(await (await fetch(`${server.url}/it`)).text()).to.equal('ab');
    } finally {
      process.off('warning', note);
    }
    expect(warnings).to.deep.equal([]);
  });

  it('is a request’s headersDistinct, without credentials', async () => {
    await using server = await serve((request, response) => response.json(request.headersDistinct));
    const headers = 'Accept: a\r\naccept: b\r\nX-Own: c\r\nProxy-Authorization: Basic d\r\nConnection: close\r\n';
    const client = await openRaw(server.port);
    client.send(`GET /it HTTP/1.1\r\nHost: shop\r\n${headers}\r\n`);
    const [, body = ''] = (await client.closed()).split('\r\n\r\n');
    expect(JSON.parse(body)).to.deep.equal({
      host: ['shop'],
      accept: ['a', 'b'],
      'x-own': ['c'],
      connection: ['close'],
    });
  });
});
