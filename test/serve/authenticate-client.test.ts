import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect } from 'chai';
import { stripIgnoredCharacters } from 'graphql';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { RequestError } from '#base';
import { readBody } from '#http';
import { type AcceptedClients, authenticateClient } from '../../src/serve/authenticate-client.ts';
import { createMemoryLog } from '../support/memory-log.ts';

interface TestServer extends AsyncDisposable {
  readonly url: string;
}

async function listen(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server that answers who has called it, and how many bytes a later reader gets. */
function startServed(accepted: AcceptedClients): Promise<TestServer> {
  const authenticate = authenticateClient(accepted, { logger: createMemoryLog().logger, bodyLimit: 10_000 });
  return listen(async (request, response) => {
    try {
      const caller = await authenticate(request);
      const body = await readBody(request, 10_000);
      response.end(JSON.stringify({ caller, isWhole: body?.length === Number(request.headers['content-length']) }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      response.writeHead(error.status, { ...error.headers }).end(JSON.stringify(error.code));
    }
  });
}

/** What Hive Gateway 2.15 has signed with the secret `the secret of both`. */
const hiveSecret = 'the secret of both';
const query = stripIgnoredCharacters(`query ($a: Float, $b: JSON, $representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Product { reviews(a: $a, b: $b) { id } } }
}`);
const plain = { query, extensions: { 'hmac-signature': 'NREqNH1t0Fvp4Y9nK4zbeUavdQwRUxA/CShq2Zq+/oE=' } };
const variables = {
  representations: [{ __typename: 'Product', productId: '10' }],
  b: { 9: 'é', 10: 'x', a: null },
  a: 1.5,
};
const full = {
  query,
  variables,
  extensions: { 'hmac-signature': '72RHVk7yCTuHFPk7+pAa+hBoR4Keikjf5q2rNoO2VrY=' },
};

async function post(
  { url }: TestServer,
  body: unknown,
  { path = '/graphql', headers = {} }: { readonly path?: string; readonly headers?: Record<string, string> } = {},
): Promise<readonly [number, unknown]> {
  const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers });
  return [answer.status, await answer.json()];
}

const guest = [200, { caller: { kind: 'guest' }, isWhole: true }];
const refused = [401, 'UNAUTHENTICATED'];

describe('who may call a served extension', () => {
  it('takes what Hive Gateway has signed, as a guest', async () => {
    await using served = await startServed({ hive: [hiveSecret] });
    expect(await post(served, plain)).to.deep.equal(guest);
    expect(await post(served, { ...plain, variables: {} })).to.deep.equal(guest);
    expect(await post(served, full)).to.deep.equal(guest);
    // Members in another order are the same variables.
    const { a, b, representations } = variables;
    expect(await post(served, { ...full, variables: { b, a, representations } })).to.deep.equal(guest);
  });

  it('refuses another query, other variables, another secret, and no signature', async () => {
    await using served = await startServed({ hive: [hiveSecret] });
    expect(await post(served, { ...plain, query: '{ me { id } }' })).to.deep.equal(refused);
    expect(await post(served, { ...full, variables: { ...variables, a: 2 } })).to.deep.equal(refused);
    expect(await post(served, { query })).to.deep.equal(refused);
    expect(await post(served, { ...plain, extensions: { 'hmac-signature': 'c2hvcnQ=' } })).to.deep.equal(refused);
    expect(await post(served, [plain])).to.deep.equal(refused);
    await using other = await startServed({ hive: ['another secret'] });
    expect(await post(other, plain)).to.deep.equal(refused);
  });

  it('rotates secrets', async () => {
    await using served = await startServed({ hive: ['the new secret', hiveSecret] });
    expect(await post(served, full)).to.deep.equal(guest);
  });

  it('refuses a body that nests too deep to have been signed', async () => {
    await using served = await startServed({ hive: [hiveSecret] });
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    const body = `{"query":"{x}","variables":{"x":${deep}},"extensions":${JSON.stringify(plain.extensions)}}`;
    const answer = await fetch(`${served.url}/graphql`, { method: 'POST', body });
    expect(answer.status).to.equal(401);
  });

  it('takes a signature on /graphql alone: it says nothing of methods and paths', async () => {
    await using served = await startServed({ hive: [hiveSecret] });
    expect(await post(served, plain, { path: '/reviews' })).to.deep.equal(refused);
    expect(await post(served, plain, { path: '/graphql?x=1' })).to.deep.equal(guest);
  });

  it('refuses all where nothing is named', async () => {
    await using served = await startServed({});
    expect(await post(served, plain)).to.deep.equal(refused);
  });
});

describe('callers of a served extension with bearer tokens', () => {
  let issuer: TestServer;
  let privateKey: CryptoKey;
  let requests = 0;
  const bearer = () => ({ jwks: new URL(`${issuer.url}/jwks.json`), issuer: 'https://id.example', audience: 'shop' });

  before(async () => {
    const pair = await generateKeyPair('RS256');
    privateKey = pair.privateKey;
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', use: 'sig' }];
    issuer = await listen((_request, response) => {
      requests++;
      response.end(JSON.stringify({ keys }));
    });
  });

  after(() => issuer[Symbol.asyncDispose]());

  async function token(changed: { readonly issuer?: string; readonly audience?: string } = {}): Promise<string> {
    return new SignJWT({ permissions: ['reviews:write'] })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setSubject('ann')
      .setIssuer(changed.issuer ?? 'https://id.example')
      .setAudience(changed.audience ?? 'shop')
      .setExpirationTime('1h')
      .sign(privateKey);
  }

  const ann = { caller: { kind: 'user', id: 'ann', permissions: ['reviews:write'] }, isWhole: true };
  const withToken = async (changed = {}) => ({ headers: { authorization: `Bearer ${await token(changed)}` } });

  it('takes a token of the issuer, on any path, and fetches its keys once', async () => {
    await using served = await startServed({ bearer: bearer() });
    requests = 0;
    expect(await post(served, { query }, await withToken())).to.deep.equal([200, ann]);
    expect(await post(served, {}, { ...(await withToken()), path: '/reviews' })).to.deep.equal([200, ann]);
    expect(requests).to.equal(1);
  });

  it('refuses another issuer, another audience, and no token', async () => {
    await using served = await startServed({ bearer: bearer() });
    expect(await post(served, plain, await withToken({ issuer: 'https://evil.example' }))).to.deep.equal(refused);
    expect(await post(served, plain, await withToken({ audience: 'another' }))).to.deep.equal(refused);
    const answer = await fetch(served.url, { method: 'POST', body: JSON.stringify(plain) });
    expect([answer.status, answer.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
  });

  it('takes the caller of the token where Hive Gateway has signed as well, and no signature for a wrong token', async () => {
    await using served = await startServed({ hive: [hiveSecret], bearer: bearer() });
    expect(await post(served, full, await withToken())).to.deep.equal([200, ann]);
    expect(await post(served, full)).to.deep.equal(guest);
    expect(await post(served, full, { headers: { authorization: 'Bearer wrong' } })).to.deep.equal(refused);
  });

  it('answers 503 while the keys cannot be fetched', async () => {
    const away = { ...bearer(), jwks: new URL('http://127.0.0.1:9/jwks.json') };
    await using served = await startServed({ bearer: away });
    expect(await post(served, full, await withToken())).to.deep.equal([503, 'UNAVAILABLE']);
  });
});
