import { expect } from 'chai';
import type { NextFunction, Request, Response } from 'express';
import { exchangeRaw } from '../../support/raw-socket.ts';
import { type RestServer, startRest } from '../../support/rest-gateway.ts';
import { testConfig } from '../../support/test-config.ts';

type Handler = (request: Request, response: Response, next: NextFunction) => unknown;

async function serve(run: Handler, headers: Readonly<Record<string, string | false>> = {}): Promise<RestServer> {
  const { server } = testConfig();
  return startRest(
    { it: { path: '/it', methods: ['POST'], run: [run] } },
    { config: { server: { ...server, headers } } },
  );
}

/** The head's lines, without the status. */
async function head({ port }: RestServer, fields = ''): Promise<readonly string[]> {
  const answer = await exchangeRaw(port, `POST /it HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${fields}\r\n`);
  return (answer.split('\r\n\r\n')[0] ?? '').split('\r\n').slice(1);
}

const answers: Readonly<Record<string, Handler>> = {
  'all at once': (_request, response) => response.json({}),
  'after a look at them': (_request, response) => {
    response.getHeaders();
    response.json({});
  },
  'in pieces': (_request, response) => {
    response.write('a');
    response.end('b');
  },
  'by a failure': () => {
    throw new Error('of the handler');
  },
};

describe('the fields that every answer has', () => {
  for (const [name, run] of Object.entries(answers)) {
    it(`are there once, when it is written ${name}`, async () => {
      await using server = await serve(run, { 'x-shop': 'ours', 'x-frame-options': false });
      const lines = await head(server, 'X-Request-Id: given-by-proxy\r\n');
      expect(lines.filter((line) => line.startsWith('x-shop:'))).to.deep.equal(['x-shop: ours']);
      expect(lines.filter((line) => line.startsWith('x-content-type-options:'))).to.have.lengthOf(1);
      expect(lines.filter((line) => line.startsWith('x-frame-options:'))).to.deep.equal([]);
      expect(lines.filter((line) => line.startsWith('x-request-id:'))).to.deep.equal(['x-request-id: given-by-proxy']);
    });
  }

  it('can be seen, set and taken back by a handler, in whatever case it writes them', async () => {
    let seen: unknown;
    await using server = await serve((_request, response) => {
      seen = [response.get('X-Frame-Options'), response.hasHeader('x-request-id')];
      response.set('X-Frame-Options', 'SAMEORIGIN').removeHeader('Referrer-Policy');
      response.json({});
    });
    const lines = await head(server, 'X-Request-Id: given-by-proxy\r\n');
    expect(seen).to.deep.equal(['DENY', true]);
    expect(lines).to.include('X-Frame-Options: SAMEORIGIN');
    expect(lines.filter((line) => /^(x-frame-options: deny|referrer-policy)/i.test(line))).to.deep.equal([]);
  });

  it('can be read when the answer is out', async () => {
    const seen: unknown[] = [];
    await using server = await serve((_request, response) => {
      response.json({});
      seen.push(response.get('x-frame-options'), response.getHeaders()['x-request-id'], response.get('Content-Length'));
    });
    await head(server, 'X-Request-Id: given-by-proxy\r\n');
    expect(seen).to.deep.equal(['DENY', 'given-by-proxy', '2']);
  });

  it('are not written twice where gateway.yaml names one that an answer has of its own', async () => {
    await using server = await serve((_request, response) => response.json({}), {
      'content-type': 'text/plain',
      'content-length': '77',
    });
    const lines = (await head(server)).filter((line) => /^content-(type|length)/i.test(line));
    expect(lines).to.deep.equal(['Content-Type: text/plain; charset=utf-8', 'Content-Length: 2']);
  });

  it('are there once, when the status is none and the answer a failure', async () => {
    await using server = await serve((_request, response) => {
      response.statusCode = 1000;
      response.json({ a: 'text' });
    });
    const answer = await exchangeRaw(server.port, 'POST /it HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1.1 500 /);
    expect(answer.match(/^(x-frame-options|x-request-id|content-type|content-length):/gim)).to.have.lengthOf(4);
  });

  it('stand next to those of a limit', async () => {
    await using server = await startRest({
      it: {
        path: '/it',
        methods: ['POST'],
        run: [answers['all at once']],
        rateLimit: { points: 5, seconds: 60, by: 'address' },
      },
    });
    const lines = await head(server);
    expect(lines.filter((line) => /^(ratelimit|x-frame-options|content-type):/i.test(line))).to.have.lengthOf(3);
  });

  it('have the id that the log and the message have', async () => {
    await using server = await serve(() => {
      throw new Error('of the handler');
    });
    const answer = await exchangeRaw(server.port, 'POST /it HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
    const id = /x-request-id: (\S+)/.exec(answer)?.[1];
    expect(answer).to.include(`(request ${id})`);
    expect(server.log.events('request failed')[0]).to.have.property('requestId', id);
  });
});
