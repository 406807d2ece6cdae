import { expect } from 'chai';
import type { Request, Response } from 'express';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { startGateway } from '../support/start-gateway.ts';
import { testServer } from '../support/test-config.ts';

const hello: TestEndpoint = { path: '/hello', run: [(_: Request, response: Response) => response.json('hello')] };
const breaks: TestEndpoint = {
  path: '/breaks',
  run: [
    (_: Request, response: Response) => {
      response.setHeader('x-frame-options', 'ALLOWALL');
      throw new Error('broken');
    },
  ],
};
const own: TestEndpoint = {
  path: '/own',
  run: [(_: Request, response: Response) => response.set('X-Frame-Options', 'SAMEORIGIN').json('own')],
};

const standard = {
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

describe('the header fields of every answer', () => {
  for (const [path, status] of [
    ['/hello', 200],
    ['/nothing', 404],
    ['/breaks', 500],
    ['/hello%', 400],
  ] as const) {
    it(`are there with a ${status}`, async () => {
      await using server = await startRest({ hello, breaks });
      const answer = await fetch(server.url + path);
      expect(answer.status).to.equal(status);
      expect(Object.fromEntries(answer.headers)).to.include(standard);
      expect(answer.headers.get('strict-transport-security')).to.equal(null);
    });
  }

  it('are there in a whole shop, with pages, files and GraphQL, whose own are stricter', async () => {
    await using shop = await startGateway();
    const { 'content-security-policy': _, ...others } = standard;
    for (const [path, status] of [
      ['/', 200],
      ['/account', 303],
      ['/sign-in/', 308],
      ['/', 302],
      ['/nothing', 404],
      ['/graphql?query={__typename}', 200],
      ['/graphql?query={', 400],
      ['/graphql', 400],
      ['/assets/nothing', 404],
    ] as const) {
      const accept = path.startsWith('/graphql') ? 'application/graphql-response+json' : 'text/html';
      const headers = { accept, ...(status === 302 && { cookie: 'stoa_locale=de' }) };
      const answer = await fetch(shop.url + path, { headers, redirect: 'manual' });
      expect(answer.status, path).to.equal(status);
      expect(Object.fromEntries(answer.headers), path).to.include(others);
      expect(answer.headers.get('content-security-policy'), path).to.include("frame-ancestors 'none'");
      expect(answer.headers.get('x-request-id'), path).to.be.a('string');
    }
  });

  it('give way to those of an extension for its own answer', async () => {
    await using server = await startRest({ own });
    const { headers } = await fetch(`${server.url}/own`);
    expect(headers.get('x-frame-options')).to.equal('SAMEORIGIN');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('are what gateway.yaml says', async () => {
    const server = testServer({
      headers: { 'x-frame-options': 'SAMEORIGIN', 'origin-agent-cluster': false, 'x-mine': 'a' },
    });
    await using running = await startRest({ hello }, { config: { server } });
    const { headers } = await fetch(`${running.url}/hello`);
    expect(headers.get('x-frame-options')).to.equal('SAMEORIGIN');
    expect(headers.get('origin-agent-cluster')).to.equal(null);
    expect(headers.get('x-mine')).to.equal('a');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('ask for https where a trusted proxy says that the request came by it, and only there', async () => {
    await using server = await startRest({ hello }, { config: { server: testServer({ trustProxy: ['loopback'] }) } });
    const by = async (protocol: string) =>
      (await fetch(`${server.url}/hello`, { headers: { 'x-forwarded-proto': protocol } })).headers;
    expect((await by('https')).get('strict-transport-security')).to.equal('max-age=31536000');
    expect((await by('http')).get('strict-transport-security')).to.equal(null);
  });
});
