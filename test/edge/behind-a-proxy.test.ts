import { expect } from 'chai';
import type { Request, Response } from 'express';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { openSessionShop, sameOrigin } from '../support/session-shop.ts';
import { startGateway } from '../support/start-gateway.ts';
import { testServer } from '../support/test-config.ts';

const trusting = testServer({ trustProxy: ['loopback'] });
const forwarded = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example:8443',
};

describe('what a handler learns of the client', () => {
  const tell: TestEndpoint = {
    path: '/tell',
    run: [
      ({ ip, ips, protocol, secure, host, hostname }: Request, response: Response) =>
        response.json({ ip, ips, protocol, secure, host, hostname }),
    ],
  };

  it('is what a trusted proxy says', async () => {
    await using server = await startRest({ tell }, { config: { server: trusting } });
    expect(await (await fetch(`${server.url}/tell`, { headers: forwarded })).json()).to.deep.equal({
      ip: '198.51.100.7',
      ips: [],
      protocol: 'https',
      secure: true,
      host: 'shop.example:8443',
      hostname: 'shop.example',
    });
  });

  it('is never a text that is no address', async () => {
    await using server = await startRest({ tell }, { config: { server: trusting } });
    const headers = { 'x-forwarded-for': "'; drop table customer; --" };
    expect(await (await fetch(`${server.url}/tell`, { headers })).json()).to.have.property('ip', '127.0.0.1');
  });

  it('is what the connection shows when no proxy is trusted', async () => {
    await using server = await startRest({ tell });
    expect(await (await fetch(`${server.url}/tell`, { headers: forwarded })).json()).to.deep.equal({
      ip: '127.0.0.1',
      ips: [],
      protocol: 'http',
      secure: false,
      host: `127.0.0.1:${server.port}`,
      hostname: '127.0.0.1',
    });
  });
});

describe('a session behind a trusted proxy that speaks https', () => {
  it('has a cookie that is sent over https only', async () => {
    await using shop = await openSessionShop({}, {}, trusting);
    const { headers } = await shop.send('POST', '/sign-in?as=ann', { ...sameOrigin, ...forwarded });
    expect(headers.getSetCookie()[0]).to.match(/^__Host-stoa_session=[^;]+; Path=\/; .*; Secure$/);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const by = async (protocol: string) =>
      (await shop.send('GET', '/me', { ...forwarded, 'x-forwarded-proto': protocol, cookie })).body;
    expect(await by('https')).to.have.nested.property('user.id', 'ann');
    expect(await by('http')).to.have.property('user', null);
  });

  it('is not taken for one by https on the word of anybody else', async () => {
    await using shop = await openSessionShop();
    const { headers } = await shop.send('POST', '/sign-in?as=ann', { ...sameOrigin, ...forwarded });
    expect(headers.getSetCookie()[0]).to.match(/^stoa_session=/);
  });

  it('serves the host that the browser saw, and no other', async () => {
    await using shop = await openSessionShop({}, {}, trusting);
    const { headers } = await shop.send('POST', '/sign-in?as=ann', { ...sameOrigin, ...forwarded });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const from = async (origin: string) => (await shop.send('POST', '/me', { ...forwarded, cookie, origin })).status;
    expect(await from('https://shop.example:8443')).to.equal(200);
    expect(await from('https://evil.example')).to.equal(403);
    expect(await from(shop.server.url)).to.equal(403);
  });
});

describe('a session, asked for by a script of another site', () => {
  const friend = 'https://app.example';
  const openWith = (credentials: boolean) =>
    openSessionShop({}, {}, testServer({ cors: { origins: [friend], credentials, maxAge: 60 } }));
  const post = { 'sec-fetch-site': 'same-site', origin: friend };

  it('serves one that gateway.yaml trusts with cookies', async () => {
    await using shop = await openWith(true);
    const cookie = await shop.signIn('ann');
    expect((await shop.send('POST', '/me', { ...post, cookie })).body).to.have.nested.property('user.id', 'ann');
    expect((await shop.send('POST', '/me', { ...post, origin: 'https://evil.example', cookie })).status).to.equal(403);
  });

  it('refuses one that may only read', async () => {
    await using shop = await openWith(false);
    const cookie = await shop.signIn('ann');
    expect((await shop.send('POST', '/me', { ...post, cookie })).status).to.equal(403);
  });
});

describe('GraphQL behind a trusted proxy', () => {
  it('is served to the shop’s own pages, where the browser names their origin alone', async () => {
    await using shop = await startGateway({
      fixture: 'small-shop',
      empty: true,
      config: (text) => text.replace('server: { ', 'server: { trustProxy: [loopback], '),
    });
    const statusOf = async (origin: string) =>
      (await fetch(`${shop.url}/graphql?query={__typename}`, { headers: { ...forwarded, origin } })).status;
    expect(await statusOf('https://shop.example:8443')).to.equal(200);
    expect(await statusOf('https://evil.example')).to.equal(403);
  });
});
