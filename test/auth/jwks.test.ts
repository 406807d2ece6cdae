import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { RequestError } from '#base';
import { type Authenticate, createAuthenticator } from '../../src/auth/authenticate.ts';
import { ask, authConfig, bearer, claims, invalidToken, refusal, signHs256 } from '../support/auth-request.ts';
import { createMemoryLog, type MemoryLog } from '../support/memory-log.ts';

const ann = { kind: 'user', id: 'ann', permissions: ['foos:write'] };

interface Issuer {
  readonly url: URL;
  /** What the JWKS answers from now on. */
  answer: { status: number; body: string };
  requests: number;
  close(): Promise<void>;
}

/** A real JWKS over HTTP. */
async function startIssuer(keys: readonly JWK[]): Promise<Issuer> {
  const server = createServer((_request, response) => {
    issuer.requests += 1;
    response.writeHead(issuer.answer.status, { 'content-type': 'application/json' }).end(issuer.answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const issuer: Issuer = {
    url: new URL(`http://127.0.0.1:${address.port}/jwks.json`),
    answer: { status: 200, body: JSON.stringify({ keys }) },
    requests: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
}

function authenticatorFor(url: URL, log: MemoryLog): Authenticate {
  const jwt = { key: { kind: 'jwks', url }, issuer: 'stoa', audience: 'storefront', lifetime: 3600 } as const;
  return createAuthenticator(authConfig({ jwt }), { logger: log.logger });
}

describe('tokens of a JWKS', () => {
  let issuer: Issuer;
  let authenticate: Authenticate;
  let rsa: { publicKey: CryptoKey; privateKey: CryptoKey };
  let ec: { publicKey: CryptoKey; privateKey: CryptoKey };
  const log = createMemoryLog();

  before(async () => {
    [rsa, ec] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('ES256')]);
    issuer = await startIssuer([
      { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig' },
      { ...(await exportJWK(ec.publicKey)), kid: 'ec', use: 'sig' },
      { kty: 'oct', kid: 'oct', k: Buffer.from('a shared secret that is published').toString('base64url') },
    ]);
    authenticate = authenticatorFor(issuer.url, log);
  });
  after(() => issuer.close());

  function sign(alg: string, kid: string | undefined, key: CryptoKey, changes = {}): Promise<string> {
    return new SignJWT(claims(changes)).setProtectedHeader(kid === undefined ? { alg } : { alg, kid }).sign(key);
  }

  it('are taken with RS256 and ES256, and the keys are fetched once', async () => {
    expect(await ask(authenticate, bearer(await sign('RS256', 'rsa', rsa.privateKey)))).to.deep.equal(ann);
    expect(await ask(authenticate, bearer(await sign('ES256', 'ec', ec.privateKey)))).to.deep.equal(ann);
    expect(issuer.requests).to.equal(1);
  });

  it('are taken without a key id when one key alone fits', async () => {
    expect(await ask(authenticate, bearer(await sign('ES256', undefined, ec.privateKey)))).to.deep.equal(ann);
  });

  it('are refused when expired', async () => {
    const token = await sign('RS256', 'rsa', rsa.privateKey, { exp: 1 });
    expect(refusal(await ask(authenticate, bearer(token)))).to.deep.equal(invalidToken);
  });

  it('are refused with a key that the JWKS does not have', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const unknown = await sign('ES256', 'other', privateKey);
    const claimed = await sign('ES256', 'ec', privateKey);
    expect(refusal(await ask(authenticate, bearer(unknown)))).to.deep.equal(invalidToken);
    expect(refusal(await ask(authenticate, bearer(claimed)))).to.deep.equal(invalidToken);
  });

  it('are refused with HS256 and the public key as the secret', async () => {
    const pem = await exportSPKI(rsa.publicKey);
    for (const key of [pem, pem.trim(), JSON.stringify(await exportJWK(rsa.publicKey))]) {
      expect(refusal(await ask(authenticate, bearer(await signHs256(claims(), key))))).to.deep.equal(invalidToken);
    }
  });

  it('are refused with HS256 and a shared key that the JWKS publishes', async () => {
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'oct' })
      .sign(new TextEncoder().encode('a shared secret that is published'));
    expect(refusal(await ask(authenticate, bearer(token)))).to.deep.equal(invalidToken);
  });

  it('are refused with the key in their own header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', kid: 'mine', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    expect(refusal(await ask(authenticate, bearer(token)))).to.deep.equal(invalidToken);
  });

  it('leave callers without a token alone', async () => {
    expect(await ask(authenticate, [])).to.deep.equal({ kind: 'guest' });
  });

  context('when the JWKS cannot be had', () => {
    const away = { code: 'UNAVAILABLE', status: 503, challenge: undefined };

    for (const [what, answer] of [
      ['answers 500', { status: 500, body: '' }],
      ['answers something that is not JSON', { status: 200, body: '<html>' }],
      ['answers JSON that is no key set', { status: 200, body: '{"keys":1}' }],
      ['answers with a redirect', { status: 302, body: '' }],
    ] as const) {
      it(`answers 503 and not 401 if it ${what}`, async () => {
        const broken = await startIssuer([]);
        broken.answer = answer;
        const outcome = await ask(
          authenticatorFor(broken.url, log),
          bearer(await sign('RS256', 'rsa', rsa.privateKey)),
        );
        await broken.close();
        expect(refusal(outcome)).to.deep.equal(away);
      });
    }

    it('answers 503 with Retry-After if nobody listens there, and logs it without the token', async () => {
      const gone = await startIssuer([]);
      await gone.close();
      const ownLog = createMemoryLog();
      const token = await sign('RS256', 'rsa', rsa.privateKey);
      const outcome = await ask(authenticatorFor(gone.url, ownLog), bearer(token));
      expect(refusal(outcome)).to.deep.equal(away);
      expect(outcome instanceof RequestError ? outcome.headers : {}).to.deep.equal({ 'retry-after': '5' });
      expect(ownLog.events('jwks unavailable')).to.have.length(1);
      expect(ownLog.text()).to.not.include(token);
    });

    it('takes tokens again as soon as it is back', async () => {
      const key = { ...(await exportJWK(ec.publicKey)), kid: 'ec' };
      const shaky = await startIssuer([key]);
      const { answer } = shaky;
      const again = authenticatorFor(shaky.url, log);
      const token = await sign('ES256', 'ec', ec.privateKey);
      shaky.answer = { status: 503, body: '' };
      expect(refusal(await ask(again, bearer(token)))).to.deep.equal(away);
      shaky.answer = answer;
      expect(await ask(again, bearer(token))).to.deep.equal(ann);
      await shaky.close();
    });
  });
});
