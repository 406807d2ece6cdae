import { expect } from 'chai';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const friend = 'https://app.example';
const stranger = 'https://evil.example';

/** A shop whose gateway.yaml has this `server.cors`. */
function start(cors: string): Promise<TestGateway> {
  const config = (text: string) => text.replace(/server: .*/, `server: { port: 0, cors: ${cors} }`);
  return startGateway({ fixture: 'small-shop', empty: true, development: true, config });
}

/** What a browser sends for a script of that origin. */
function asScript(origin: string, cookie?: string): Record<string, string> {
  return { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', ...(cookie !== undefined && { cookie }) };
}

async function ask(shop: TestGateway, headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const body = JSON.stringify({ query: '{ __typename }' });
  const post = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  const answers = await Promise.all([
    fetch(`${shop.url}/graphql`, post),
    fetch(`${shop.url}/graphql?query={__typename}`, { headers }),
  ]);
  const told = answers.map((answer) => [answer.status, answer.headers.get('access-control-allow-origin')]);
  expect(told[1], 'GET as POST').to.deep.equal(told[0]);
  return told[0] ?? [];
}

async function preflight(shop: TestGateway, origin: string): Promise<readonly unknown[]> {
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const { status, headers } = await fetch(`${shop.url}/graphql`, { method: 'OPTIONS', headers: { origin, ...asks } });
  const allowed = ['origin', 'methods', 'headers', 'credentials'].map((name) => `access-control-allow-${name}`);
  return [status, ...allowed.map((name) => headers.get(name))];
}

describe('/graphql, asked by the scripts of another site', () => {
  context('when gateway.yaml names no origin', () => {
    it('refuses them', async () => {
      await using shop = await start('{}');
      expect(await ask(shop, asScript(friend))).to.deep.equal([403, null]);
      expect((await preflight(shop, friend))[0]).to.equal(405);
    });
  });

  context('when gateway.yaml names the origin', () => {
    let shop: TestGateway;
    before(async () => {
      shop = await start(`{ origins: ['${friend}'] }`);
    });
    after(() => shop[Symbol.asyncDispose]());

    it('answers as it does a guest', async () => {
      expect(await preflight(shop, friend)).to.deep.equal([204, friend, 'GET, HEAD, POST', 'content-type', null]);
      expect(await ask(shop, asScript(friend))).to.deep.equal([200, friend]);
    });

    it('refuses it with a cookie', async () => {
      expect((await ask(shop, asScript(friend, 'any=1')))[0]).to.equal(403);
    });

    it('refuses every other', async () => {
      expect((await preflight(shop, stranger))[0]).to.equal(403);
      expect(await ask(shop, asScript(stranger))).to.deep.equal([403, null]);
      expect(await ask(shop, { 'sec-fetch-site': 'cross-site' }), 'without a name').to.deep.equal([403, null]);
    });

    it('still wants a form of request that a browser asks for first', async () => {
      const body = JSON.stringify({ query: '{ __typename }' });
      const headers = { ...asScript(friend), 'content-type': 'text/plain' };
      expect((await fetch(`${shop.url}/graphql`, { method: 'POST', headers, body })).status).to.equal(415);
    });

    it('shows GraphiQL to whoever follows a link to it, and answers it', async () => {
      const follows = { accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const page = await fetch(`${shop.url}/graphql`, { headers: follows });
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
      const own = { origin: shop.url, 'sec-fetch-site': 'same-origin', cookie: 'any=1' };
      expect((await ask(shop, own))[0]).to.equal(200);
    });
  });

  context('when gateway.yaml trusts the origin with cookies', () => {
    it('answers it with them, and refuses every other', async () => {
      await using shop = await start(`{ origins: ['${friend}'], credentials: true }`);
      expect((await preflight(shop, friend)).at(-1)).to.equal('true');
      expect(await ask(shop, asScript(friend, 'any=1'))).to.deep.equal([200, friend]);
      expect(await ask(shop, asScript(stranger, 'any=1'))).to.deep.equal([403, null]);
    });
  });

  context('when gateway.yaml names all origins', () => {
    it('answers without a cookie only', async () => {
      await using shop = await start(`{ origins: ['*'] }`);
      expect(await ask(shop, asScript(stranger))).to.deep.equal([200, '*']);
      expect((await ask(shop, asScript(stranger, 'any=1')))[0]).to.equal(403);
    });
  });
});
