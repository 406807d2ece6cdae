import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Request, Response } from '#extension-api';
import { createSessionIds } from '../../src/auth/sessions/session-id.ts';
import { startRest, tokens } from '../support/rest-gateway.ts';
import { openSessionShop, pairOf, type Seen, type SessionShop, sameOrigin } from '../support/session-shop.ts';
import { testSession } from '../support/test-config.ts';

const guest: Seen = { user: null, cookie: null, rawCookies: [] };
const clearing = 'stoa_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';

describe('a session', () => {
  let shop: SessionShop;
  beforeEach(async () => {
    shop = await openSessionShop();
  });
  afterEach(() => shop[Symbol.asyncDispose]());

  const sessions = async (): Promise<readonly { readonly user_id: string; readonly hash: Buffer }[]> => {
    return shop.sql('select user_id, hash from stoa.sessions order by created_at');
  };

  context('when a handler signs somebody in', () => {
    it('makes the caller of the next requests, with the permissions', async () => {
      const cookie = await shop.signIn('ann', { may: 'foos:write' });
      const { status, body } = await shop.send('GET', '/mine', { cookie });
      expect([status, body]).to.deep.equal([200, { ...guest, user: { id: 'ann', permissions: ['foos:write'] } }]);
    });

    it('does not reach further than the permissions', async () => {
      const cookie = await shop.signIn('bob');
      expect((await shop.send('GET', '/mine', { cookie })).status).to.equal(403);
    });

    it('is a cookie that scripts and other sites do not get, and that no cache keeps', async () => {
      const { headers } = await shop.send('POST', '/sign-in?as=ann', sameOrigin);
      const id = '[\\w-]{43}\\.[\\w-]{43}';
      expect(headers.getSetCookie().join()).to.match(
        new RegExp(`^stoa_session=${id}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax$`),
      );
      expect(headers.get('cache-control')).to.equal('no-store');
    });

    it('leaves nothing in the database that would do as a cookie', async () => {
      const cookie = await shop.signIn('ann');
      const [id = ''] = cookie.replace('stoa_session=', '').split('.');
      const [row] = await sessions();
      expect(row?.hash.equals(createHash('sha256').update(id).digest())).to.equal(true);
      const [{ text } = { text: '' }] = await shop.sql<{ text: string }>('select s::text as text from stoa.sessions s');
      expect(text).to.include('ann').and.to.not.include(id);
    });

    it('is another one than what the browser had before, which ends', async () => {
      const before = await shop.signIn('mallory');
      const after = await shop.signIn('ann', { cookie: before });
      expect(after).to.not.equal(before);
      expect((await shop.send('GET', '/me', { cookie: before })).body).to.deep.equal(guest);
      expect((await sessions()).map(({ user_id }) => user_id)).to.deep.equal(['ann']);
    });

    it('is one of several, one for each browser', async () => {
      const cookies = await Promise.all(['ann', 'ann', 'bob'].map((as) => shop.signIn(as)));
      const seen = await Promise.all(cookies.map((cookie) => shop.send('GET', '/me', { cookie })));
      expect(seen.map(({ body }) => body)).to.deep.equal(
        ['ann', 'ann', 'bob'].map((id) => ({ ...guest, user: { id, permissions: [] } })),
      );
    });

    it('keeps cookies that the handler sets next to it', async () => {
      const cookie = await shop.signIn('ann');
      const { body } = await shop.send('GET', '/me', { cookie: `theme=dark; ${cookie}; lang=en` });
      expect(body).to.deep.include({ cookie: 'theme=dark; lang=en', rawCookies: ['theme=dark; lang=en'] });
    });
  });

  context('when it is over', () => {
    it('is forgotten by the database and by the browser when a handler signs out', async () => {
      const cookie = await shop.signIn('ann');
      const { headers } = await shop.send('POST', '/sign-out', { ...sameOrigin, cookie });
      expect(headers.getSetCookie()).to.deep.equal([clearing]);
      expect(await sessions()).to.deep.equal([]);
    });

    it('cannot be gone on with by who kept the cookie', async () => {
      const cookie = await shop.signIn('ann');
      await shop.send('POST', '/sign-out', { ...sameOrigin, cookie });
      expect((await shop.send('GET', '/me', { cookie })).body).to.deep.equal(guest);
    });

    it('leaves the sessions of other browsers alone', async () => {
      const [one, other] = [await shop.signIn('ann'), await shop.signIn('ann')];
      await shop.send('POST', '/sign-out', { ...sameOrigin, cookie: one });
      expect((await shop.send('GET', '/me', { cookie: other })).body).to.have.nested.property('user.id', 'ann');
    });

    it('may be signed out of twice at the same time', async () => {
      const cookie = await shop.signIn('ann');
      const answers = await Promise.all([1, 2, 3].map(() => shop.send('POST', '/sign-out', { ...sameOrigin, cookie })));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    });

    it('may be signed out of by a guest, before anybody ever signed in', async () => {
      expect((await shop.send('POST', '/sign-out', sameOrigin)).status).to.equal(200);
    });

    it('is over when its time is, and its row goes with the next sign-in', async () => {
      const cookie = await shop.signIn('ann');
      await shop.sql("update stoa.sessions set expires_at = now() - interval '1 second'");
      const { body, headers } = await shop.send('GET', '/me', { cookie });
      expect([body, headers.getSetCookie()]).to.deep.equal([guest, [clearing]]);
      await shop.signIn('bob');
      expect((await sessions()).map(({ user_id }) => user_id)).to.deep.equal(['bob']);
    });

    it('lasts as long as gateway.yaml says, however often it is used', async () => {
      const cookie = await shop.signIn('ann');
      const left = 'select round(extract(epoch from expires_at - created_at))::int as seconds from stoa.sessions';
      for (let count = 0; count < 2; count++) await shop.send('GET', '/me', { cookie });
      expect(await shop.sql(left)).to.deep.equal([{ seconds: 3600 }]);
    });
  });

  context('given a cookie that is none of ours', () => {
    const ids = createSessionIds(testSession.secret);
    const forged = createSessionIds('another secret of at least thirty-two bytes');
    for (const [what, cookie, isLookedUp] of [
      ['nonsense', 'stoa_session=nonsense', false],
      ['an empty value', 'stoa_session=', false],
      ['no value', 'stoa_session', false],
      ['a forged signature', `stoa_session=${forged.sign(forged.create())}`, false],
      ['two of them', `stoa_session=${ids.sign(ids.create())}; stoa_session=x`, false],
      ['an id that nobody has', `stoa_session=${ids.sign(ids.create())}`, true],
    ] as const) {
      it(`answers a guest, and takes it away: ${what}`, async () => {
        const { status, body, headers } = await shop.send('GET', '/me', { cookie });
        expect([status, body, headers.getSetCookie()]).to.deep.equal([200, guest, [clearing]]);
        expect(shop.lookups()).to.equal(isLookedUp ? 1 : 0);
      });
    }

    it('answers a guest for a real one among two', async () => {
      const cookie = await shop.signIn('ann');
      const { body } = await shop.send('GET', '/me', { cookie: `${cookie}; stoa_session=x` });
      expect(body).to.have.property('user', null);
    });

    it('answers a guest for a real one under the name that is for https', async () => {
      const cookie = await shop.signIn('ann');
      expect((await shop.send('GET', '/me', { cookie: `__Host-${cookie}` })).body).to.deep.equal(guest);
    });
  });

  context('given a bearer token too', () => {
    it('is left aside', async () => {
      const cookie = await shop.signIn('bob');
      const headers = { cookie, authorization: `Bearer ${tokens.ann}` };
      const { body } = await shop.send('GET', '/me', headers);
      expect(body).to.have.nested.property('user.id', 'ann');
      expect(shop.lookups()).to.equal(0);
    });

    it('does not help when the token is not valid', async () => {
      const cookie = await shop.signIn('bob');
      expect((await shop.send('GET', '/me', { cookie, authorization: 'Bearer wrong' })).status).to.equal(401);
    });

    it('needs no page of the shop for an unsafe method', async () => {
      const headers = { cookie: await shop.signIn('bob'), authorization: `Bearer ${tokens.ann}` };
      expect((await shop.send('DELETE', '/me', headers)).status).to.equal(200);
    });
  });

  it('costs one query, and none for those who have none', async () => {
    const cookie = await shop.signIn('ann');
    await shop.send('GET', '/me');
    await shop.send('GET', '/me', { cookie: 'theme=dark' });
    expect(shop.lookups()).to.equal(0);
    await shop.send('GET', '/me', { cookie });
    expect(shop.lookups()).to.equal(1);
  });

  context('with an unsafe method', () => {
    const host = (): string => new URL(shop.server.url).host;
    for (const [what, headers, status] of [
      ['from its own page', () => sameOrigin, 200],
      ['from a neighbouring subdomain', () => ({ 'sec-fetch-site': 'same-site' }), 403],
      ['from another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
      ['from nowhere', () => ({ 'sec-fetch-site': 'none' }), 403],
      ['from an older browser', () => ({ origin: `http://${host()}` }), 200],
      ["from an older browser's other site", () => ({ origin: 'http://evil.example' }), 403],
      ['from a sandboxed frame', () => ({ origin: 'null' }), 403],
      ['from a client that says nothing', () => ({}), 403],
    ] as const) {
      it(`answers ${status} to a request ${what}`, async () => {
        const cookie = await shop.signIn('ann');
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          expect((await shop.send(method, '/me', { ...headers(), cookie })).status).to.equal(status);
        }
        expect((await shop.send('GET', '/me', { ...headers(), cookie })).status).to.equal(200);
      });
    }

    it('asks nothing of those who have no session', async () => {
      expect((await shop.send('POST', '/me', { 'sec-fetch-site': 'cross-site' })).status).to.equal(200);
    });
  });
});

describe('a session in a shop behind https', () => {
  it('has a cookie that only this host can have set, over https only', async () => {
    await using shop = await openSessionShop({ secureCookie: 'always' });
    const { headers } = await shop.send('POST', '/sign-in?as=ann', sameOrigin);
    expect(headers.getSetCookie()[0]).to.match(/^__Host-stoa_session=[^;]+; Path=\/; .*; Secure$/);
    const cookie = pairOf(headers);
    const { body } = await shop.send('GET', '/me', { cookie });
    expect(body).to.deep.equal({ ...guest, user: { id: 'ann', permissions: [] } });
    expect((await shop.send('GET', '/me', { cookie: cookie.replace('__Host-', '') })).body).to.deep.equal(guest);
  });
});

describe('signing in', () => {
  const run = (handler: (request: Request, response: Response) => unknown) => ({
    attempt: { path: '/attempt', methods: ['POST'] as const, run: [handler] },
  });

  it('comes too late once the answer is on its way, and leaves no session', async () => {
    const { promise: thrown, resolve } = Promise.withResolvers<unknown>();
    const late = async ({ session }: Request, response: Response): Promise<void> => {
      response.write('{}');
      await session.signIn({ id: 'ann' }).catch(resolve);
      response.end();
    };
    await using shop = await openSessionShop({}, run(late));
    const { headers } = await shop.send('POST', '/attempt');
    expect(await thrown)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/signIn came too late/);
    expect(headers.getSetCookie()).to.deep.equal([]);
  });

  it('comes too late when the answer is sent meanwhile', async () => {
    const { promise: thrown, resolve } = Promise.withResolvers<unknown>();
    const impatient = ({ session }: Request, response: Response): void => {
      session.signIn({ id: 'ann' }).catch(resolve);
      response.json({});
    };
    await using shop = await openSessionShop({}, run(impatient));
    await shop.send('POST', '/attempt');
    expect(await thrown)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/signIn came too late/);
    expect(await shop.sql('select from stoa.sessions')).to.deep.equal([]);
  });

  it('sets no cookie when the handler fails afterwards', async () => {
    const failing = async ({ session }: Request): Promise<void> => {
      await session.signIn({ id: 'ann' });
      throw new Error('no');
    };
    await using shop = await openSessionShop({}, run(failing));
    const { status, headers } = await shop.send('POST', '/attempt');
    expect([status, headers.getSetCookie()]).to.deep.equal([500, []]);
  });

  it('may be followed by signing out, or in again, in one request', async () => {
    const busy = async ({ session, query }: Request, response: Response): Promise<void> => {
      await session.signIn({ id: 'ann' });
      response.cookie('theme', 'dark');
      await session.signIn({ id: 'bob' });
      if (query.out !== undefined) await session.signOut();
      response.json({});
    };
    await using shop = await openSessionShop({}, run(busy));
    const users = () => shop.sql('select user_id from stoa.sessions');
    const out = await shop.send('POST', '/attempt?out=1');
    expect([await users(), out.headers.getSetCookie()]).to.deep.equal([[], ['theme=dark; Path=/', clearing]]);
    const stays = await shop.send('POST', '/attempt');
    expect(await users()).to.deep.equal([{ user_id: 'bob' }]);
    expect(stays.headers.getSetCookie()).to.have.lengthOf(2);
  });

  // As of a row whose type says something else.
  const numbered = JSON.parse('{ "id": 5 }');
  for (const user of [{ id: '' }, { id: ' ' }, { id: 'a\0' }, numbered, { id: 'ann', permissions: ['everything'] }]) {
    it(`is a mistake of the handler's for ${JSON.stringify(user)}`, async () => {
      const wrong = async ({ session }: Request): Promise<void> => session.signIn(user);
      await using server = await startRest(run(wrong));
      expect((await fetch(`${server.url}/attempt`, { method: 'POST' })).status).to.equal(500);
      expect(server.log.text()).to.include('signIn: ');
    });
  }
});

describe('a session while the database is away', () => {
  it('can neither be gone on with, nor begun, nor ended', async () => {
    await using shop = await openSessionShop();
    const cookie = await shop.signIn('ann');
    await shop.loseDatabase();
    const asked = [
      await shop.send('GET', '/me', { cookie }),
      await shop.send('POST', '/sign-in?as=ann', sameOrigin),
      await shop.send('POST', '/sign-out', { ...sameOrigin, cookie, authorization: `Bearer ${tokens.ann}` }),
    ];
    for (const { status, headers } of asked) expect([status, headers.getSetCookie()]).to.deep.equal([503, []]);
    expect((await shop.send('GET', '/me')).status).to.equal(200);
  });

  const ids = createSessionIds(testSession.secret);
  const cookie = `stoa_session=${ids.sign(ids.create())}`;
  const look = { path: '/me', run: [(_: Request, response: Response) => response.json({})] };

  it('answers 503 to those who have one, and all others as ever', async () => {
    await using server = await startRest({ look });
    const away = await fetch(`${server.url}/me`, { headers: { cookie } });
    expect([away.status, away.headers.get('retry-after')]).to.deep.equal([503, '1']);
    expect(away.headers.getSetCookie()).to.deep.equal([]);
    expect(server.log.events('sessions unavailable')).to.have.lengthOf(1);
    for (const headers of [{}, { cookie: 'stoa_session=forged' }, { cookie, authorization: `Bearer ${tokens.ann}` }]) {
      expect((await fetch(`${server.url}/me`, { headers: { ...headers } })).status).to.equal(200);
    }
  });
});
