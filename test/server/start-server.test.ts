import { request } from 'node:http';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { StartupError } from '../../src/base/findings/startup-error.ts';
import { exchangeRaw, openRaw, takesConnections } from '../support/raw-socket.ts';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

const hello: TestEndpoint = { path: '/hello', run: [(_: Request, response: Response) => response.send('hello')] };
const ask = (target: string, ...lines: readonly string[]) =>
  [`GET ${target} HTTP/1.1`, 'Connection: close', ...lines, '', ''].join('\r\n');

describe('the server', () => {
  context('dispatch', () => {
    for (const [target, answer] of [
      ['/graphql', 'graphql'],
      ['/graphql?query=x', 'graphql'],
      ['http://shop/graphql', 'graphql'],
      ['/hello', 'hello'],
      ['http://shop/hello?a=1', 'hello'],
      ['HTTP://shop.example:80/hello', 'hello'],
    ] as const) {
      it(`gives ${target} to ${answer}`, async () => {
        await using server = await startRest({ hello });
        expect(await exchangeRaw(server.port, ask(target, 'Host: shop'))).to.match(
          new RegExp(`200[\\s\\S]*\r\n\r\n[\\s\\S]*${answer}`),
        );
      });
    }

    for (const [target, status] of [
      ['/graphql/', 404],
      ['/GraphQL', 404],
      ['http://shop', 404],
      ['*', 400],
      ['hello', 400],
      ['/hello#there', 400],
      ['/hello%', 400],
      ['/hello\u0000', 400],
    ] as const) {
      it(`answers ${status} to ${JSON.stringify(target)}`, async () => {
        await using server = await startRest({ hello });
        const answer = await exchangeRaw(server.port, ask(target, 'Host: shop'));
        expect(answer)
          .to.match(new RegExp(`^HTTP/1.1 ${status} `))
          .and.to.include('{"error":');
      });
    }
  });

  context('when routes have parameters everywhere', () => {
    const greedy = { ...hello, path: '/:a' };
    const greedier = { ...hello, path: '/:a/:b' };
    for (const [target, status] of [
      ['/assets', 404],
      ['/graphql/x', 404],
      ['/graphqls', 200],
      ['/graphqls/x', 200],
    ] as const)
      it(`answers ${status} to ${target}, of which what is reserved is nobody's`, async () => {
        await using server = await startRest({ greedy, greedier });
        expect((await fetch(`${server.url}${target}`)).status).to.equal(status);
      });
  });

  context('when Host is not one host', () => {
    for (const [what, lines, status] of [
      ['two', ['Host: a', 'Host: b'], 400],
      ['two that are equal', ['Host: a', 'Host: a'], 400],
      ['one that is a path', ['Host: a/b'], 400],
      ['one that is a user at a host', ['Host: a@b'], 400],
      ['one that is two names', ['Host: a b'], 400],
      ['one with an empty port', ['Host: a:'], 200],
      ['one of an address', ['Host: [::1]:3000'], 200],
      ['an empty one', ['Host:'], 200],
      ['none', [], 400],
      ['one', ['Host: a'], 200],
    ] as const) {
      it(`answers ${status} to ${what}`, async () => {
        await using server = await startRest({ hello });
        expect(await exchangeRaw(server.port, ask('/hello', ...lines))).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      });
    }

    it('answers HTTP/1.0, which has no Host', async () => {
      await using server = await startRest({ hello });
      expect(await exchangeRaw(server.port, 'GET /hello HTTP/1.0\r\n\r\n')).to.match(/^HTTP\/1.1 200 /);
    });
  });

  context('when a request cannot even be read', () => {
    for (const [what, text, status] of [
      ['nonsense', 'nonsense\r\n\r\n', 400],
      ['a header without a colon', 'GET /hello HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n', 400],
      ['headers that are too large', `GET /hello HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['a path that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ] as const) {
      it(`answers ${status} in JSON to ${what}`, async () => {
        await using server = await startRest({ hello });
        const answer = await exchangeRaw(server.port, text);
        expect(answer)
          .to.match(new RegExp(`^HTTP/1.1 ${status} `))
          .and.to.match(/\r\n\r\n\{"error":"[^"]+"\}$/);
      });
    }

    it('does not write into an answer that has begun', async () => {
      const begin = (_: Request, response: Response) => response.write('begun');
      await using server = await startRest({ begin: { path: '/begin', run: [begin] } });
      const raw = await openRaw(server.port);
      raw.send('GET /begin HTTP/1.1\r\nHost: a\r\n\r\n');
      await raw.until(/begun/);
      raw.send('nonsense\r\n\r\n');
      expect(await raw.closed()).to.not.include('HTTP/1.1 400');
    });
  });

  context('when a client is slow', () => {
    const patience = { headersTimeout: 30, requestTimeout: 60, keepAliveTimeout: 30, connectionsCheckingInterval: 10 };

    it('cuts one off that says nothing at all', async () => {
      await using server = await startRest({ hello }, { patience });
      const raw = await openRaw(server.port);
      expect(await raw.closed()).to.match(/^HTTP\/1.1 408 /);
    });

    it('cuts one off that sends a little again and again', async () => {
      await using server = await startRest({ hello }, { patience });
      const raw = await openRaw(server.port);
      raw.send('GET /hello HTTP/1.1\r\nHost: a\r\nX: ');
      const drip = setInterval(() => raw.send('x'), 5);
      expect(await raw.closed()).to.match(/^HTTP\/1.1 408 /);
      clearInterval(drip);
    });

    it('is as patient as gateway.yaml says', async () => {
      const upload: TestEndpoint = { path: '/upload', methods: ['POST'], run: [] };
      const config = { server: testServer({ limits: { headersMs: 100, bodyMs: 100 } }) };
      await using server = await startRest({ upload }, { config });
      for (const text of ['GET /hello', 'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'])
        expect(await exchangeRaw(server.port, text)).to.match(/^HTTP\/1.1 408 /);
    });

    for (const [what, text] of [
      ['headers', 'GET /hello HTTP/1.1\r\nHost: a\r\n'],
      ['body', 'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'],
    ] as const) {
      it(`answers 408 when it does not finish its ${what}, and logs no error`, async () => {
        await using server = await startRest(
          { hello, upload: { ...hello, path: '/upload', methods: ['POST'] } },
          { patience },
        );
        expect(await exchangeRaw(server.port, text))
          .to.match(/^HTTP\/1.1 408 /)
          .and.to.include('{"error":');
        expect(server.log.text()).to.not.include('"level":50');
      });
    }
  });

  it('answers many requests on one connection', async () => {
    await using server = await startRest({ hello });
    const raw = await openRaw(server.port);
    const one = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n';
    raw.send(one + one);
    await raw.until(/hello[\s\S]*hello/);
    raw.send(one);
    await raw.until(/(hello[\s\S]*){3}/);
    raw.socket.destroy();
  });

  context('when it cannot listen', () => {
    it('says that the port is in use, and what to do', async () => {
      await using first = await startRest({});
      const config = { server: testServer({ port: first.port }) };
      const error = await startRest({}, { config }).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(StartupError).with.nested.property('findings[0].code', 'PORT_IN_USE');
      expect(error).to.have.nested.property('findings[0].fix').that.includes('--port');
      expect(error).to.have.nested.property('findings[0].what').that.includes(String(first.port));
    });

    it('says that the address is not this machine’s', async () => {
      const config = { server: testServer({ host: '203.0.113.1' }) };
      const error = await startRest({}, { config }).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(StartupError).with.nested.property('findings[0].code', 'PORT_REFUSED');
    });
  });

  context('when it closes', () => {
    it('lets a request under way finish, and takes no other', async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<Response>();
      await using server = await startRest({
        wait: { path: '/wait', run: [(_: Request, response: Response) => begin(response)] },
      });
      const answer = fetch(`${server.url}/wait`);
      const response = await begun;
      const closed = server.close({ drainMs: 10_000 });
      while (await takesConnections(server.port));
      response.send('finished');
      expect(await (await answer).text()).to.equal('finished');
      await closed;
    });

    it('ends idle connections at once', async () => {
      await using server = await startRest({ hello });
      const raw = await openRaw(server.port);
      raw.send('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n');
      await raw.until(/hello/);
      await server.close({ drainMs: 10_000 });
      await raw.closed();
    });

    it('cuts off what is not finished in time', async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      await using server = await startRest({ wait: { path: '/wait', run: [() => begin()] } });
      const failed = new Promise<Error>((resolve) => request(`${server.url}/wait`).once('error', resolve).end());
      await begun;
      await server.close({ drainMs: 10 });
      expect(await failed).to.have.property('code', 'ECONNRESET');
    });
  });

  it('says where it listens', async () => {
    const config = { server: testServer({ host: '::1' }) };
    await using server = await startRest({ hello }, { config });
    expect(server.url).to.equal(`http://[::1]:${server.port}`);
  });
});
