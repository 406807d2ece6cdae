import { expect } from 'chai';
import type { Request, Response } from 'express';
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
    const { ms, ...event } = JSON.parse(line);
    expect(event).to.include({
      requestId: 'request-of-the-test',
      method: 'POST',
      path: '/foos/7',
      kind: 'rest',
      name: 'POST /foos/:id',
      status: 201,
    });
    expect(ms).to.be.a('number');
  });

  it('has the id of a page’s request, which the answer carries too', async () => {
    const visit = async () => {
      const config = (text: string) => text.replace('server: {', 'server: { accessLog: true,');
      await using shop = await startGateway({ empty: true, config });
      const response = await fetch(`${shop.url}/sign-in`);
      await response.text();
      return { log: shop.log, requestId: response.headers.get('x-request-id') };
    };
    // The line is there once the answer is out.
    const { log, requestId } = await visit();
    const [line] = log.events('request');
    expect(line).to.include({ kind: 'page', name: 'signIn', requestId });
  });

  it('has no token, cookie, query string or body', async () => {
    const text = await askOnce(true);
    for (const secret of [tokens.ann, 'pepper', 'salt', 'cipher', 'onion']) expect(text).to.not.include(secret);
  });
});
