import { expect } from 'chai';
import { createAuthenticator } from '../../src/auth/authenticate.ts';
import { hashToken } from '../../src/auth/tokens/verify-token.ts';
import {
  ask,
  authConfig,
  bearer,
  claims,
  invalidToken,
  refusal,
  secret,
  secretJwt,
  signHs256,
} from '../support/auth-request.ts';
import { createMemoryLog } from '../support/memory-log.ts';

const ann = { kind: 'user', id: 'ann', permissions: ['foos:write'] };
const guest = { kind: 'guest' };
const tokens = [
  { sha256: hashToken('first-token'), subject: 'bob', permissions: [] },
  { sha256: hashToken('second-token'), subject: 'carol', permissions: ['reviews:write'] },
];
const log = createMemoryLog();
const authenticate = createAuthenticator(authConfig({ jwt: secretJwt, tokens }), { logger: log.logger });

describe('who is calling', () => {
  context('without a bearer token', () => {
    for (const [what, headers] of [
      ['no Authorization header', []],
      ['an empty one', ['Authorization', '']],
      ['the scheme Basic', ['Authorization', 'Basic YTpi']],
      ['the scheme Digest', ['Authorization', 'Digest username="a", realm="b"']],
      ['a scheme that starts like Bearer', ['Authorization', 'BearerToken abc']],
    ] as const) {
      it(`is a guest, given ${what}`, async () => {
        expect(await ask(authenticate, headers)).to.deep.equal(guest);
      });
    }
  });

  context('with a token elsewhere than in the header', () => {
    it('is a guest: the query string does not count', async () => {
      const path = `/?access_token=${await signHs256(claims())}`;
      expect(await ask(authenticate, [], { path })).to.deep.equal(guest);
    });

    it('is a guest: the body does not count', async () => {
      const body = `access_token=${await signHs256(claims())}`;
      const headers = ['Content-Type', 'application/x-www-form-urlencoded', 'Content-Length', String(body.length)];
      expect(await ask(authenticate, headers, { body })).to.deep.equal(guest);
    });

    it('is whom the header names, whatever else there is', async () => {
      const headers = bearer(await signHs256(claims()));
      expect(await ask(authenticate, headers, { path: '/?access_token=x' })).to.deep.equal(ann);
    });
  });

  context('with a signed token', () => {
    it('is whom it names, with its permissions', async () => {
      expect(await ask(authenticate, bearer(await signHs256(claims())))).to.deep.equal(ann);
    });

    it('may have several spaces behind the scheme', async () => {
      expect(await ask(authenticate, ['Authorization', `Bearer   ${await signHs256(claims())}`])).to.deep.equal(ann);
    });

    it('may write the scheme in any case', async () => {
      const token = await signHs256(claims());
      expect(await ask(authenticate, ['Authorization', `bEARER ${token}`])).to.deep.equal(ann);
    });

    it('has no permissions when the claim is absent', async () => {
      const token = await signHs256(claims({ permissions: undefined }));
      expect(await ask(authenticate, bearer(token))).to.deep.equal({ ...ann, permissions: [] });
    });

    it('may have letters of any language in its subject', async () => {
      const token = await signHs256(claims({ sub: 'Zoë 🏊' }));
      expect(await ask(authenticate, bearer(token))).to.deep.equal({ ...ann, id: 'Zoë 🏊' });
    });

    it('may be meant for several audiences', async () => {
      const token = await signHs256(claims({ aud: ['other', 'storefront'] }));
      expect(await ask(authenticate, bearer(token))).to.deep.equal(ann);
    });

    it('may come from a clock that is a few seconds ahead, or have expired a moment ago', async () => {
      const at = new Date();
      const now = Math.floor(at.getTime() / 1000);
      const still = createAuthenticator(authConfig({ jwt: secretJwt }), { logger: log.logger, clock: () => at });
      const early = await signHs256(claims({ nbf: now + 3 }));
      const late = await signHs256(claims({ exp: now - 2 }));
      expect(await ask(still, bearer(early))).to.deep.equal(ann);
      expect(await ask(still, bearer(late))).to.deep.equal(ann);
    });
  });

  context('with a signed token that is not valid', () => {
    const now = Math.floor(Date.now() / 1000);
    const unsigned = `${encode({ alg: 'none' })}.${encode(claims())}.`;
    const refused: Readonly<Record<string, () => string | Promise<string>>> = {
      'signed with another secret': () => signHs256(claims(), 'another secret of thirty-two bytes.'),
      'signed with another algorithm': () => signHs256(claims(), secret, 'HS512'),
      'with the algorithm none': () => unsigned,
      'with the algorithm nOnE': () => `${encode({ alg: 'nOnE' })}.${encode(claims())}.`,
      'without its signature': async () => `${(await signHs256(claims())).split('.').slice(0, 2).join('.')}.`,
      'whose claims were changed': async () => {
        const [header, , signature] = (await signHs256(claims())).split('.');
        return `${header}.${encode(claims({ sub: 'root' }))}.${signature}`;
      },
      expired: () => signHs256(claims({ exp: now - 60 })),
      'that never expires': () => signHs256(claims({ exp: undefined })),
      'not valid yet': () => signHs256(claims({ nbf: now + 86_400 })),
      'with an expiry that is text': () => signHs256(claims({ exp: `${now + 600}` })),
      'of another issuer': () => signHs256(claims({ iss: 'elsewhere' })),
      'of no issuer': () => signHs256(claims({ iss: undefined })),
      'for another audience': () => signHs256(claims({ aud: 'elsewhere' })),
      'for no audience': () => signHs256(claims({ aud: undefined })),
      'without a subject': () => signHs256(claims({ sub: undefined })),
      'with an empty subject': () => signHs256(claims({ sub: '' })),
      'with a blank subject': () => signHs256(claims({ sub: ' ' })),
      'with a subject that is a number': () => signHs256(claims({ sub: 1 })),
      'with permissions that are text': () => signHs256(claims({ permissions: 'foos:write' })),
      'with permissions of null': () => signHs256(claims({ permissions: null })),
      'with a permission that is a number': () => signHs256(claims({ permissions: ['foos:write', 1] })),
      'with a permission that is not area:action': () => signHs256(claims({ permissions: ['write'] })),
      'that is garbage': () => 'garbage',
      'that is garbage in three parts': () => 'a.b.c',
      'that is not ASCII': () => Buffer.from('tökèn').toString('latin1'),
      'that fills the header': () => 'x'.repeat(12_000),
    };
    for (const [what, make] of Object.entries(refused)) {
      it(`refuses one ${what}`, async () => {
        expect(refusal(await ask(authenticate, bearer(await make())))).to.deep.equal(invalidToken);
      });
    }

    for (const value of ['Bearer', 'Bearer ', 'Bearer  x', 'Bearer a b', 'Bearer\ta']) {
      it(`refuses the header ${JSON.stringify(value)}`, async () => {
        expect(refusal(await ask(authenticate, ['Authorization', value]))).to.deep.equal(invalidToken);
      });
    }

    it('says the same whatever is wrong, never writes the token, and logs why', async () => {
      const expired = await signHs256(claims({ exp: now - 60 }));
      const forged = await signHs256(claims(), 'another secret of thirty-two bytes.');
      const outcomes = [await ask(authenticate, bearer(expired)), await ask(authenticate, bearer(forged))];
      expect(outcomes.map((outcome) => (outcome instanceof Error ? outcome.message : outcome))).to.deep.equal([
        'The bearer token is not valid.',
        'The bearer token is not valid.',
      ]);
      expect(
        log
          .events('token refused')
          .slice(-2)
          .map(({ reason }) => reason),
      ).to.deep.equal(['ERR_JWT_EXPIRED', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);
      for (const token of [expired, forged]) expect(log.text()).to.not.include(token);
    });
  });

  context('with a static token', () => {
    it('is whom gateway.yaml gives it to, whichever of them it is', async () => {
      expect(await ask(authenticate, bearer('first-token'))).to.deep.equal({
        kind: 'user',
        id: 'bob',
        permissions: [],
      });
      expect(await ask(authenticate, bearer('second-token'))).to.deep.equal({
        kind: 'user',
        id: 'carol',
        permissions: ['reviews:write'],
      });
    });

    it('is refused with the hash itself as the token', async () => {
      expect(refusal(await ask(authenticate, bearer(hashToken('first-token'))))).to.deep.equal(invalidToken);
    });

    it('is refused when it is almost right', async () => {
      expect(refusal(await ask(authenticate, bearer('first-tokeN')))).to.deep.equal(invalidToken);
    });
  });

  it('is refused with any token when gateway.yaml knows none', async () => {
    const closed = createAuthenticator(authConfig({}), { logger: log.logger });
    expect(refusal(await ask(closed, bearer(await signHs256(claims()))))).to.deep.equal(invalidToken);
  });

  it('is refused with two Authorization headers, even with the same token', async () => {
    const token = await signHs256(claims());
    const outcome = refusal(await ask(authenticate, [...bearer(token), ...bearer(token)]));
    expect(outcome).to.deep.include({ code: 'BAD_USER_INPUT', status: 400 });
  });

  it('is not asked for a header that Node refuses as too large', async () => {
    expect(await ask(authenticate, bearer('x'.repeat(20_000)))).to.deep.equal({ refusedByNode: 431 });
  });
});

describe('a token that was valid before', () => {
  it('is refused once it has expired, although it is remembered', async () => {
    let now = new Date();
    const later = createAuthenticator(authConfig({ jwt: secretJwt }), { logger: log.logger, clock: () => now });
    const token = await signHs256(claims({ exp: Math.floor(now.getTime() / 1000) + 60 }));
    expect(await ask(later, bearer(token))).to.deep.equal(ann);
    expect(await ask(later, bearer(token))).to.deep.equal(ann);
    now = new Date(now.getTime() + 64_000);
    expect(await ask(later, bearer(token))).to.deep.equal(ann); // the tolerance
    now = new Date(now.getTime() + 2_000);
    expect(refusal(await ask(later, bearer(token)))).to.deep.equal(invalidToken);
  });

  it('is refused by the gateway with the next secret', async () => {
    const token = await signHs256(claims());
    const key = { kind: 'secret', secret: secretOf(40) } as const;
    const next = createAuthenticator(authConfig({ jwt: { ...secretJwt, key } }), { logger: log.logger });
    expect(await ask(authenticate, bearer(token))).to.deep.equal(ann);
    expect(refusal(await ask(next, bearer(token)))).to.deep.equal(invalidToken);
  });

  it('is taken by the gateway with the next secret that knows the older one, unless it has expired', async () => {
    const key = { kind: 'secret', secret: secretOf(40), olderSecrets: [secretOf(50), secret] } as const;
    const next = createAuthenticator(authConfig({ jwt: { ...secretJwt, key } }), { logger: log.logger });
    expect(await ask(next, bearer(await signHs256(claims())))).to.deep.equal(ann);
    expect(await ask(next, bearer(await signHs256(claims(), secretOf(40))))).to.deep.equal(ann);
    for (const refused of [await signHs256(claims({ exp: 1 })), await signHs256(claims(), secretOf(60))])
      expect(refusal(await ask(next, bearer(refused)))).to.deep.equal(invalidToken);
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function secretOf(bytes: number): string {
  return 's'.repeat(bytes);
}
