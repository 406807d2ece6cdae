import { expect } from 'chai';
import express, { type NextFunction, type Request, type Response } from 'express';
import { exchangeRaw } from '../../support/raw-socket.ts';
import { type RestServer, startRest, type TestEndpoint } from '../../support/rest-gateway.ts';

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

/** The events about a handler that failed when its answer was already out, once there is one. */
async function logged({ log }: RestServer): Promise<readonly unknown[]> {
  for (;;) {
    const events = log.events('handler failed after its answer');
    if (events.length > 0) return events;
    await new Promise(setImmediate);
  }
}

describe('a chain of handlers', () => {
  context('when a handler fails', () => {
    const failing: Readonly<Record<string, readonly unknown[]>> = {
      'throws an Error': [
        () => {
          throw new Error('password=hunter2');
        },
      ],
      'rejects with an Error': [() => Promise.reject(new Error('password=hunter2'))],
      'gives next an Error': [((_request, _response, next) => next(new Error('password=hunter2'))) satisfies Handler],
      'throws undefined': [
        () => {
          throw undefined;
        },
      ],
      'rejects with undefined': [() => Promise.reject()],
      'throws "route"': [
        () => {
          throw 'route';
        },
      ],
      'throws an object without a prototype': [
        () => {
          throw Object.create(null);
        },
      ],
      'throws what only another service’s client would call a status': [
        () => {
          throw Object.assign(new Error('password=hunter2'), { status: 401 });
        },
      ],
      'writes with a status that is none': [
        ((_request, response) => {
          response.statusCode = 99;
          response.write('abc');
        }) satisfies Handler,
      ],
      'answers with a status after which another answer is expected': [
        ((_request, response) => response.status(100).json({ answer: 1 })) satisfies Handler,
      ],
      'writes a head with such a status': [
        ((_request, response) => response.writeHead(103, { 'x-a': 'b' }).end()) satisfies Handler,
      ],
    };
    for (const [what, handlers] of Object.entries(failing)) {
      it(`answers a masked 500 with the id that the log has: it ${what}`, async () => {
        await using server = await serve(...handlers, reached);
        const response = await fetch(`${server.url}/it`);
        const id = response.headers.get('x-request-id');
        expect(response.status).to.equal(500);
        expect(await response.json()).to.deep.equal({ error: `Internal server error (request ${id}).` });
        expect(server.log.events('request failed')).to.have.lengthOf(1);
        expect(server.log.events('request failed')[0]).to.include({ requestId: id, path: '/it' });
        expect(server.log.text()).to.include('shop.it');
      });
    }

    it('says why in development', async () => {
      await using server = await startRest({ it: endpointOf(failing['throws an Error'] ?? []) }, { development: true });
      expect(await (await fetch(`${server.url}/it`)).text()).to.include('hunter2');
    });

    it('forgets the headers of the answer that it did not give', async () => {
      await using server = await serve(((_request, response) => {
        response.cookie('session', 'x').type('text/csv');
        throw new Error('no');
      }) satisfies Handler);
      const response = await fetch(`${server.url}/it`);
      expect(response.headers.get('set-cookie')).to.equal(null);
      expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).to.equal('no-store');
    });

    it('answers the status and message of an error that is meant for the client', async () => {
      await using server = await serve(express.json({ limit: 3 }), reached);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${server.url}/it`, { method: 'POST', headers, body: '[1,2,3]' });
      expect([response.status, await response.json()]).to.deep.equal([413, { error: 'request entity too large' }]);
      expect(server.log.events('request failed')).to.deep.equal([]);
    });

    for (const [own, challenge] of [
      [{}, 'Bearer'],
      [{ 'WWW-Authenticate': 'Basic' }, 'Basic'],
    ] as const) {
      it(`says with a 401 how to sign in: ${challenge}`, async () => {
        await using server = await serve(() => {
          throw Object.assign(new Error('wrong password'), { status: 401, expose: true, headers: own });
        });
        const response = await fetch(`${server.url}/it`);
        expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, challenge]);
      });
    }

    it('says with a 416 how much there is, as express.static does', async () => {
      await using server = await serve(((_request, response) => {
        response.sendFile(import.meta.filename);
      }) satisfies Handler);
      const response = await fetch(`${server.url}/it`, { headers: { range: 'bytes=9999999-' } });
      expect(response.status).to.equal(416);
      expect(response.headers.get('content-range')).to.match(/^bytes \*\/\d+$/);
      expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    });

    it('keeps the message of an error with a status that is not meant for the client', async () => {
      await using server = await serve(() => {
        throw Object.assign(new Error('password=hunter2'), { status: 502, expose: false });
      });
      const response = await fetch(`${server.url}/it`);
      expect([response.status, await response.json()]).to.deep.equal([502, { error: 'Bad Gateway' }]);
      expect(server.log.events('extension failed')).to.have.lengthOf(1);
    });

    it('lets an error handler of the extension’s own answer', async () => {
      const onError = (error: Error, _request: Request, response: Response, _next: NextFunction) =>
        response.status(418).json({ error: error.message });
      await using server = await serve(() => Promise.reject(new Error('tea')), onError);
      const response = await fetch(`${server.url}/it`);
      expect([response.status, await response.json()]).to.deep.equal([418, { error: 'tea' }]);
    });

    it('cuts off an answer that has begun', async () => {
      await using server = await serve((async (_request, response) => {
        response.write('half of ');
        throw new Error('no');
      }) satisfies Handler);
      const answer = await exchangeRaw(server.port, 'GET /it HTTP/1.1\r\nHost: shop\r\n\r\n');
      expect(answer).to.not.include('\r\n0\r\n');
      expect(server.log.events('request failed')).to.have.lengthOf(1);
    });

    it('logs the second of two answers, and the first one arrives', async () => {
      await using server = await serve(((_request, response) => {
        response.json({ answer: 1 });
        response.json({ answer: 2 });
      }) satisfies Handler);
      expect(await (await fetch(`${server.url}/it`)).json()).to.deep.equal({ answer: 1 });
      expect(await logged(server)).to.have.lengthOf(1);
    });

    it('logs what fails after the answer', async () => {
      const { promise: failed, reject } = Promise.withResolvers<void>();
      await using server = await serve((async (_request, response) => {
        response.send('done');
        await failed;
      }) satisfies Handler);
      await (await fetch(`${server.url}/it`)).text();
      reject(new Error('too late'));
      expect(await logged(server)).to.have.lengthOf(1);
    });
  });

  context('when a chain ends without an answer', () => {
    for (const [how, last] of [
      ['next()', (_request: Request, _response: Response, next: NextFunction) => next()],
      ['next("route")', (_request: Request, _response: Response, next: NextFunction) => next('route')],
      ['next("router")', (_request: Request, _response: Response, next: NextFunction) => next('router')],
    ] as const) {
      it(`answers 500 and logs the last handler's file: ${how}`, async () => {
        await using server = await serve(last);
        const response = await fetch(`${server.url}/it`);
        expect(response.status).to.equal(500);
        expect(server.log.text()).to.include('/shop/extensions/shop/api/it/handler1.ts');
      });
    }

    it('does not mind a next() after the answer', async () => {
      await using server = await serve(((_request, response, next) => {
        response.send('done');
        next();
      }) satisfies Handler);
      expect(await (await fetch(`${server.url}/it`)).text()).to.equal('done');
      expect(server.log.text()).to.not.include('"level":50');
    });
  });
});
