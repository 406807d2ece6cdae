import { expect } from 'chai';
import { StartupError } from '../../../src/base/startup-error.ts';
import type { Config } from '../../../src/config/config.ts';
import { createAuthenticator } from '../../../src/gateway/auth/authenticate.ts';
import { hashToken } from '../../../src/gateway/auth/hash-token.ts';
import { issueToken, parseDuration, type TokenRequest } from '../../../src/gateway/auth/issue-token.ts';
import { ask, authConfig, bearer, invalidToken, refusal, secretJwt } from '../../support/auth-request.ts';
import { createMemoryLog } from '../../support/memory-log.ts';

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
    expect(await ask(createAuthenticator(config, logger), bearer(token))).to.deep.equal({
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
      ask(createAuthenticator(config, logger, after(seconds)), bearer(token));
    expect(await take(short, 59)).to.have.property('id', 'ann');
    expect(refusal(await take(short, 70))).to.deep.equal(invalidToken);
    expect(await take(usual, 3599)).to.have.property('id', 'ann');
    expect(refusal(await take(usual, 3610))).to.deep.equal(invalidToken);
  });

  it('cannot where tokens come from a JWKS', async () => {
    const key = { kind: 'jwks', url: new URL('https://id.example/jwks') } as const;
    expect(await findings(authConfig({ jwt: { ...secretJwt, key } }), request)).to.deep.equal([
      'TOKEN_NOT_ISSUED: auth.bearer.jwt has a JWKS: its tokens are signed by whoever has the private key',
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

describe('parseDuration', () => {
  for (const [text, seconds] of [
    ['30s', 30],
    ['15m', 900],
    ['1h', 3600],
    ['7d', 604_800],
  ] as const) {
    it(`reads ${text}`, () => expect(parseDuration(text)).to.equal(seconds));
  }

  for (const text of ['', '1', 'h', '0s', '-1h', '1.5h', '1 h', '1w', '1H', '1h30m', '9999999999d']) {
    it(`refuses ${JSON.stringify(text)}, and says what is right`, () => {
      expect(() => parseDuration(text)).to.throw(
        RangeError,
        `"${text}" is not a duration: write a number and s, m, h or d`,
      );
    });
  }
});

describe('hashToken', () => {
  it('is the SHA-256 in hexadecimal digits', () => {
    expect(hashToken('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
