import { expect } from 'chai';
import type { Request, Response } from 'express';
import { exchangeRaw } from '../support/raw-socket.ts';
import { startRest, type TestEndpoint, tokens } from '../support/rest-gateway.ts';
import { startGateway } from '../support/start-gateway.ts';
import { testServer } from '../support/test-config.ts';

const endpoint: TestEndpoint = {
  path: '/foos/:id',
  methods: ['POST'],
  run: [(_: Request, response: Response) => response.status(201).cookie('taste', 'salt').json({})],
};

async function askOnce(accessLog: boolean): Promise<string> {
  await using server = await startRest({ endpoint }, { config: { server: testServer({ accessLog }) } });
  const response = await fetch(`${server.url}/foos/7?word=cipher`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens.ann}`,
      cookie: 'flavour=pepper',
      'x-request-id': 'request-of-the-test',
    },
    body: '{"name":"onion"}',
  });
  await response.text();
  await server.close({ drainMs: 1_000 });
  return server.log.text();
}

describe('the access log', () => {
  it('is silent unless it is asked for', async () => {
    expect(await askOnce(false)).to.not.include('"request"');
  });

  it('has a line for a request, with what finds it again', async () => {
    const line = (await askOnce(true)).split('\n').find((text) => text.includes('"msg":"request"')) ?? '{}';
    const { ms, bytes, ...event } = JSON.parse(line);
    expect(event).to.include({
      requestId: 'request-of-the-test',
      method: 'POST',
      path: '/foos/7',
      kind: 'rest',
      name: 'POST /foos/:id',
      status: 201,
      client: '127.0.0.1',
    });
    expect(event).to.not.have.any.keys('trace_id', 'span_id');
    expect(ms).to.be.a('number');
    expect(bytes).to.be.a('number');
  });

  it('has the id of a page’s request, which the answer carries too', async () => {
    const visit = async () => {
      const config = (text: string) => text.replace('server: {', 'server: { accessLog: true,');
      await using shop = await startGateway({ config });
      const response = await fetch(`${shop.url}/de/sign-in`);
      await response.text();
      return { log: shop.log, requestId: response.headers.get('x-request-id') };
    };
    // The line is there once the answer is out.
    const { log, requestId } = await visit();
    const [line] = log.events('request');
    expect(line).to.include({ kind: 'page', name: 'signIn', path: '/de/sign-in', requestId });
  });

  it('has no token, cookie, query string or body', async () => {
    const text = await askOnce(true);
    for (const secret of [tokens.ann, 'pepper', 'salt', 'cipher', 'onion']) expect(text).to.not.include(secret);
  });

  it('has the bytes of each response, head included, also when requests are pipelined', async () => {
    await using server = await startRest({ endpoint }, { config: { server: testServer({ accessLog: true }) } });
    const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    const text = ['/a', '/a-longer-path'].map((path) => request(path)).join('');
    const received = await exchangeRaw(server.port, `${text}${request('/b', 'Connection: close\r\n')}`);
    const answers = received.split(/(?=HTTP\/1\.1 )/);
    await server.close({ drainMs: 1_000 });
    const lines = server.log.events('request');
    expect(lines.map(({ path, bytes }) => [path, bytes])).to.deep.equal([
      ['/a', answers[0]?.length],
      ['/a-longer-path', answers[1]?.length],
      ['/b', answers[2]?.length],
    ]);
  });

  it('has the client that a trusted proxy names, and the name of a GraphQL operation', async () => {
    const config = (text: string) => text.replace('server: {', 'server: { accessLog: true, trustProxy: 1,');
    const ask = async () => {
      await using shop = await startGateway({ fixture: 'page-shop', config });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
      const body = JSON.stringify({ query: 'query Names { products { name } }' });
      await (await fetch(`${shop.url}/graphql`, { method: 'POST', headers, body })).text();
      return shop.log;
    };
    expect((await ask()).events('request')[0]).to.include({ client: '203.0.113.9', operation: 'Names' });
  });
});
