import { expect } from 'chai';
import { StartupError } from '#base';
import type { Config } from '#config';
import { createAuthenticator } from '../../src/auth/authenticate.ts';
import { issueToken, type TokenRequest } from '../../src/auth/tokens/issue-token.ts';
import { hashToken } from '../../src/auth/tokens/verify-token.ts';
import { ask, authConfig, bearer, invalidToken, refusal, secretJwt } from '../support/auth-request.ts';
import { createMemoryLog } from '../support/memory-log.ts';

const config = authConfig({ jwt: secretJwt });
const request: TokenRequest = { subject: 'ann', permissions: ['reviews:write'] };
const { logger } = createMemoryLog();

async function findings(given: Config, wanted: TokenRequest): Promise<readonly string[]> {
  try {
    return [await issueToken(given, wanted)];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.findings.map(({ code, what }) => `${code}: ${what}`);
  }
}

describe('issueToken', () => {
  it('makes a token that the gateway takes', async () => {
    const token = await issueToken(config, request);
    expect(await ask(createAuthenticator(config, { logger }), bearer(token))).to.deep.equal({
      kind: 'user',
      id: 'ann',
      permissions: ['reviews:write'],
    });
  });

  it("lives as long as it was asked to, else gateway.yaml's lifetime", async () => {
    const start = new Date();
    const short = await issueToken(config, { ...request, expires: 60 }, () => start);
    const usual = await issueToken(config, request, () => start);
    const after = (seconds: number) => () => new Date(start.getTime() + seconds * 1000);
    const take = (token: string, seconds: number) =>
      ask(createAuthenticator(config, { logger, clock: after(seconds) }), bearer(token));
    expect(await take(short, 59)).to.have.property('id', 'ann');
    expect(refusal(await take(short, 70))).to.deep.equal(invalidToken);
    expect(await take(usual, 3599)).to.have.property('id', 'ann');
    expect(refusal(await take(usual, 3610))).to.deep.equal(invalidToken);
  });

  it('cannot where tokens come from a JWKS', async () => {
    const key = { kind: 'jwks', url: new URL('https://id.example/jwks') } as const;
    expect(await findings(authConfig({ jwt: { ...secretJwt, key } }), request)).to.deep.equal([
      'TOKEN_NOT_ISSUED: auth.bearer.jwt has a JWKS: so only the owner of the private key can sign tokens',
    ]);
  });

  it('cannot without auth.bearer.jwt', async () => {
    expect(await findings(authConfig({}), request)).to.deep.equal([
      'TOKEN_NOT_ISSUED: there is no auth.bearer.jwt, so no token could be checked',
    ]);
  });

  it('refuses what the gateway would refuse later, all at once', async () => {
    expect(await findings(config, { subject: ' ', permissions: ['write', 'a:b'], expires: 0 })).to.deep.equal([
      'TOKEN_NOT_ISSUED: the subject is empty',
      'TOKEN_NOT_ISSUED: the permission "write" is not of the form area:action',
      'TOKEN_NOT_ISSUED: a lifetime of 0 seconds is not a positive whole number',
    ]);
  });
});

describe('hashToken', () => {
  it('is the SHA-256 in hexadecimal digits', () => {
    expect(hashToken('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
