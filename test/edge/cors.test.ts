import { expect } from 'chai';
import type { Request, Response } from 'express';
import { RequestError } from '#base';
import type { ServerConfig } from '#config';
import { exchangeRaw } from '../support/raw-socket.ts';
import { type RestServer, startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

const friend = 'https://app.example';
const things: TestEndpoint = {
  path: '/things',
  methods: ['GET', 'POST'],
  run: [(_: Request, response: Response) => response.vary('Accept').json({ things: [] })],
};
const writes: TestEndpoint = {
  path: '/writes',
  run: [(_: Request, response: Response) => response.writeHead(201, ['Vary', 'Accept', 'X-A', '1', 'X-A', '2']).end()],
};
const fails: TestEndpoint = {
  path: '/fails',
  run: [
    () => {
      throw new RequestError('FORBIDDEN', 403, 'no');
    },
  ],
};

function start(cors: Partial<ServerConfig['cors']>): Promise<RestServer> {
  const config = { server: testServer({ cors: { origins: [], credentials: false, maxAge: 60, ...cors } }) };
  return startRest({ things, writes, fails }, { config });
}

function preflight(url: string, origin: string, path = '/things', method = 'POST'): Promise<globalThis.Response> {
  const asks = { 'access-control-request-method': method, 'access-control-request-headers': 'content-type, x-cart' };
  return fetch(url + path, { method: 'OPTIONS', headers: { origin, ...asks } });
}

const allowing = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-allow'));

describe('CORS', () => {
  context('when gateway.yaml names no origin', () => {
    it('lets nobody read, and answers OPTIONS with the methods that there are', async () => {
      await using server = await start({});
      const answer = await fetch(`${server.url}/things`, { headers: { origin: friend } });
      expect(allowing(answer.headers)).to.deep.equal([]);
      const asked = await preflight(server.url, friend);
      expect(asked.status).to.equal(405);
      expect(asked.headers.get('allow')).to.equal('GET, HEAD, POST');
      expect(allowing(asked.headers)).to.deep.equal([]);
    });
  });

  context('when gateway.yaml names an origin', () => {
    it('lets it read, and tells caches that the answer is its own', async () => {
      await using server = await start({ origins: [friend] });
      const { headers } = await fetch(`${server.url}/things`, { headers: { origin: friend } });
      expect(headers.get('access-control-allow-origin')).to.equal(friend);
      expect(headers.get('access-control-allow-credentials')).to.equal(null);
      expect(headers.get('access-control-expose-headers')).to.include('RateLimit');
      expect(headers.get('vary')).to.equal('Accept, Accept-Encoding, Origin');
    });

    it('lets no other read, and tells caches nevertheless', async () => {
      await using server = await start({ origins: [friend], credentials: true });
      for (const origin of ['https://evil.example', 'http://app.example', 'https://app.example.evil.example', 'null']) {
        const { headers } = await fetch(`${server.url}/things`, { headers: { origin } });
        expect(allowing(headers)).to.deep.equal([]);
        expect(headers.get('vary')).to.equal('Accept, Accept-Encoding, Origin');
      }
    });

    it('keeps what a handler writes by itself', async () => {
      await using server = await start({ origins: [friend] });
      const text = await exchangeRaw(
        server.port,
        `GET /writes HTTP/1.1\r\nHost: a\r\nOrigin: ${friend}\r\nConnection: close\r\n\r\n`,
      );
      expect(text).to.match(/^HTTP\/1.1 201 /);
      expect(text.toLowerCase())
        .to.include('vary: accept, origin\r\n')
        .and.to.include('x-a: 1\r\n')
        .and.to.include('x-a: 2\r\n');
    });

    it('lets it read why there is no answer', async () => {
      await using server = await start({ origins: [friend] });
      const answer = await fetch(`${server.url}/fails`, { headers: { origin: friend } });
      expect(answer.status).to.equal(403);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(friend);
      expect(answer.headers.get('vary')).to.include('Origin');
    });

    it('answers its preflight with the methods of the path', async () => {
      await using server = await start({ origins: [friend] });
      const { status, headers } = await preflight(server.url, friend);
      expect(status).to.equal(204);
      expect(headers.get('access-control-allow-origin')).to.equal(friend);
      expect(headers.get('access-control-allow-methods')).to.equal('GET, POST, HEAD');
      expect(headers.get('access-control-allow-headers')).to.equal('content-type, x-cart');
      expect(headers.get('access-control-max-age')).to.equal('60');
      expect(headers.get('vary')).to.include('Origin');
    });

    it('answers its preflight for GraphQL', async () => {
      await using server = await start({ origins: [friend] });
      const { status, headers } = await preflight(server.url, friend, '/graphql');
      expect(status).to.equal(204);
      expect(headers.get('access-control-allow-methods')).to.equal('GET, HEAD, POST');
    });

    it('refuses the preflight of another', async () => {
      await using server = await start({ origins: [friend] });
      const { status, headers } = await preflight(server.url, 'https://evil.example');
      expect(status).to.equal(403);
      expect(allowing(headers)).to.deep.equal([]);
    });

    it('knows no preflight where there is no route', async () => {
      await using server = await start({ origins: [friend] });
      expect((await preflight(server.url, friend, '/nothing')).status).to.equal(404);
    });

    it('is no proxy for what is not a list of header names', async () => {
      await using server = await start({ origins: [friend] });
      const headers = {
        origin: friend,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'a;b',
      };
      const answer = await fetch(`${server.url}/things`, { method: 'OPTIONS', headers });
      expect(answer.headers.get('access-control-allow-headers')).to.equal(null);
    });
  });

  it('says that credentials may come along, where gateway.yaml does', async () => {
    await using server = await start({ origins: [friend], credentials: true });
    const { headers } = await fetch(`${server.url}/things`, { headers: { origin: friend } });
    expect(headers.get('access-control-allow-credentials')).to.equal('true');
  });

  it('lets every site read, without saying which, where gateway.yaml does', async () => {
    await using server = await start({ origins: ['*'] });
    const { headers } = await fetch(`${server.url}/things`, { headers: { origin: 'https://any.example' } });
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    expect(headers.get('access-control-allow-credentials')).to.equal(null);
    expect(headers.get('vary')).to.equal('Accept, Accept-Encoding');
  });
});
