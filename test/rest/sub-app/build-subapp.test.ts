import { expect } from 'chai';
import express, { type NextFunction, type Request, type Response } from 'express';
import { StartupError } from '../../../src/base/findings/startup-error.ts';
import { buildSubapp } from '../../../src/rest/sub-app/build-subapp.ts';
import { createMemoryLog } from '../../support/memory-log.ts';
import { exchangeRaw } from '../../support/raw-socket.ts';
import { type RestServer, startRest, type TestEndpoint, tokens } from '../../support/rest-gateway.ts';
import { testManifest } from '../../support/test-manifests.ts';

type Handler = (request: Request, response: Response, next: NextFunction) => unknown;

const serve = (...run: readonly unknown[]): Promise<RestServer> => startRest({ it: endpointOf(run) });
const endpointOf = (run: readonly unknown[], more: Partial<TestEndpoint> = {}): TestEndpoint => ({
  path: '/it',
  methods: ['GET', 'POST'],
  run,
  ...more,
});

/** Answers with a fixed text, to see whether a chain got this far. */
const reached: Handler = (_request, response) => response.send('reached');

describe('a subapp', () => {
  context('when a handler file exports no function', () => {
    for (const [what, value] of [
      ['nothing', undefined],
      ['an object', { run: reached }],
      ['a class', class {}],
      ['a string', 'reached'],
    ] as const) {
      it(`is refused with the file's name: ${what}`, () => {
        const manifest = testManifest('shop', { it: { path: '/it', handlers: ['good', 'bad'] } });
        const build = () =>
          buildSubapp({ manifest, handlers: { it: { good: reached, bad: value } }, logger: createMemoryLog().logger });
        expect(build).to.throw(StartupError).with.property('findings').that.has.lengthOf(1);
        expect(build).to.throw(StartupError).with.nested.property('findings[0].code', 'HANDLER_NOT_A_FUNCTION');
        expect(build)
          .to.throw(StartupError)
          .with.nested.property('findings[0].where.file', '/shop/extensions/shop/api/it/bad.ts');
      });
    }
  });

  context('the request that handlers get', () => {
    it('has the defaults of body fields that the client left out, once a body parser has run', async () => {
      const properties = { size: { type: 'integer', default: 3 }, tags: { type: 'array', default: [] }, a: {} };
      const schemas = { params: undefined, query: undefined, body: { type: 'object', properties } };
      const answer: Handler = (request, response) => {
        request.body.tags.push('x');
        response.json(request.body);
      };
      await using server = await startRest({ it: endpointOf([express.json(), answer], { schemas }) });
      const post = async (body: object): Promise<unknown> =>
        (
          await fetch(`${server.url}/it`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json();
      expect(await post({ a: 1 })).to.deep.equal({ a: 1, size: 3, tags: ['x'] });
      expect(await post({ size: 4, tags: [] })).to.deep.equal({ size: 4, tags: ['x'] });
      expect(await post({})).to.deep.equal({ size: 3, tags: ['x'] });
    });

    it('has the client’s bytes, chunked or not, and a length of its own', async () => {
      const raw: Handler = async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
        response.json({
          text: Buffer.concat(chunks).toString(),
          length,
          coding: coding ?? null,
          body: request.body ?? null,
        });
      };
      await using server = await serve(raw);
      const head = 'POST /it HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
      const answer = await exchangeRaw(server.port, `${head}2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).to.deep.equal({
        text: 'abc',
        length: '3',
        coding: null,
        body: null,
      });
    });

    it('has a body once a parser of the extension’s own has run', async () => {
      const before: Handler = (request, response, next) => {
        response.set('x-before', String(request.body));
        next();
      };
      await using server = await serve(before, express.json({ inflate: false }), ((request, response) => {
        response.json(request.body);
      }) satisfies Handler);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${server.url}/it`, { method: 'POST', headers, body: '{"a":[1]}' });
      expect(response.headers.get('x-before')).to.equal('undefined');
      expect(await response.json()).to.deep.equal({ a: [1] });
    });

    it('has everything but the credentials', async () => {
      const show: Handler = (request, response) => {
        const { method, url, originalUrl, path, ip, headers, rawHeaders } = request;
        response.json({ method, url, originalUrl, path, ip, headers, rawHeaders });
      };
      await using server = await serve(show);
      const headers = { authorization: `Bearer ${tokens.ann}`, cookie: 'cart=1', 'x-own': 'yes' };
      const seen = await (await fetch(`${server.url}/it?a=1`, { headers })).json();
      expect(seen).to.include({ method: 'GET', url: '/it?a=1', originalUrl: '/it?a=1', path: '/it', ip: '127.0.0.1' });
      expect(seen.headers).to.include({ cookie: 'cart=1', 'x-own': 'yes' }).and.to.not.have.property('authorization');
      expect(JSON.stringify(seen)).to.not.include(tokens.ann);
    });

    it('sees the path of a whole URL, as proxies are sent', async () => {
      await using server = await serve(((request, response) => response.send(request.url)) satisfies Handler);
      const answer = await exchangeRaw(
        server.port,
        'GET http://shop/it?a=1 HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n',
      );
      expect(answer).to.match(/\r\n\r\n\/it\?a=1$/);
    });

    it('keeps its params and query in every handler', async () => {
      const seen: unknown[] = [];
      const note: Handler = (request, _response, next) => {
        seen.push({ params: request.params, query: request.query });
        next();
      };
      const properties = { id: { type: 'integer' } };
      const schemas = {
        params: { type: 'object', properties },
        query: { type: 'object', properties },
        body: undefined,
      };
      await using server = await startRest({ it: { path: '/it/:id', schemas, run: [note, note, reached] } });
      await fetch(`${server.url}/it/1?id=2`);
      expect(seen).to.deep.equal([
        { params: { id: 1 }, query: { id: 2 } },
        { params: { id: 1 }, query: { id: 2 } },
      ]);
    });
  });

  context('the answers that handlers give', () => {
    const answers: Readonly<Record<string, Handler>> = {
      json: (_request, response) => response.status(201).json({ success: true }),
      cookie: (_request, response) => response.cookie('cart', '1', { httpOnly: true }).send('text'),
      redirect: (_request, response) => response.redirect(303, '/elsewhere'),
      nothing: (_request, response) => response.status(204).end(),
      stream: (_request, response) => {
        response.write('a');
        setImmediate(() => response.end('b'));
      },
    };
    for (const [name, status, header, text] of [
      ['json', 201, ['content-type', 'application/json; charset=utf-8'], '{"success":true}'],
      ['cookie', 200, ['set-cookie', 'cart=1; Path=/; HttpOnly'], 'text'],
      ['redirect', 303, ['location', '/elsewhere'], 'See Other. Redirecting to /elsewhere'],
      ['nothing', 204, ['content-length', null], ''],
      ['stream', 200, ['x-powered-by', null], 'ab'],
    ] as const) {
      it(`arrive: ${name}`, async () => {
        await using server = await serve(answers[name]);
        const response = await fetch(`${server.url}/it`, { redirect: 'manual' });
        expect(response.status).to.equal(status);
        expect(response.headers.get(header[0])).to.equal(header[1]);
        expect(response.headers.get('etag')).to.equal(null);
        expect(await response.text()).to.equal(text);
      });
    }

    it('have no body for HEAD', async () => {
      await using server = await serve(answers.json);
      const answer = await exchangeRaw(server.port, 'HEAD /it HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
      expect(answer)
        .to.match(/^HTTP\/1.1 201 /)
        .and.to.match(/Content-Length: 16\r\n/i)
        .and.to.match(/\r\n\r\n$/);
    });
  });
});
