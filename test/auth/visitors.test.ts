import { expect } from 'chai';
import type { Request, Response } from '#extension-api';
import { createSessionIds } from '../../src/auth/sessions/session-id.ts';
import { type RestServer, startRest } from '../support/rest-gateway.ts';
import { pairOf, sameOrigin } from '../support/session-shop.ts';
import { testSession } from '../support/test-config.ts';

const visit = ({ context, session, headers, query }: Request, response: Response): void => {
  const made = query.make === undefined ? null : session.visitor();
  const same = made === null || made === session.visitor();
  response.json({ seen: context.visitor, made, same, cookie: headers.cookie ?? null });
};

const late = async ({ session }: Request, response: Response): Promise<void> => {
  response.json({});
  session.visitor();
};

const forge = (_request: Request, response: Response): void => {
  response.append('set-cookie', 'stoa_visitor=mine').append('set-cookie', '__Host-stoa_visitor=mine').json({});
};

interface Visit {
  readonly seen: string | null;
  readonly made: string | null;
}

// The gateway of this test has no database: a statement would fail.
describe('a visitor', () => {
  const secret = 'a new session secret of thirty-two bytes or more';
  let server: RestServer;
  let rotated: RestServer;
  before(async () => {
    const methods = ['GET', 'POST'] as const;
    const endpoints = {
      visit: { path: '/visit', methods, run: [visit] },
      late: { path: '/late', methods, run: [late] },
      forge: { path: '/forge', methods, run: [forge] },
    };
    server = await startRest(endpoints);
    const session = { ...testSession, secret, olderSecrets: [testSession.secret] };
    rotated = await startRest(endpoints, { config: { auth: { bearer: { jwt: undefined, tokens: [] }, session } } });
  });
  after(() => Promise.all([server, rotated].map((each) => each[Symbol.asyncDispose]())));

  const send = async (path: string, method: string, headers: Readonly<Record<string, string>> = {}, to = server) => {
    const response = await fetch(to.url + path, { method, headers });
    const body: Visit = await response.json();
    return { status: response.status, headers: response.headers, body };
  };

  it('is a random id in a signed cookie, which scripts and other sites do not get', async () => {
    const { headers, body } = await send('/visit?make=1', 'POST', sameOrigin);
    expect(headers.getSetCookie().join()).to.match(
      /^stoa_visitor=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(body).to.deep.include({ seen: null, same: true, cookie: null }).and.property('made').to.have.length(43);
  });

  it('is known by its cookie, which no handler sees', async () => {
    const first = await send('/visit?make=1', 'POST', sameOrigin);
    const cookie = `theme=dark; ${pairOf(first.headers)}`;
    const { body } = await send('/visit', 'GET', { cookie });
    expect(body).to.deep.equal({ seen: first.body.made, made: null, same: true, cookie: 'theme=dark' });
  });

  it('may be a program, which has no origin', async () => {
    const first = await send('/visit?make=1', 'POST');
    const again = await send('/visit?make=1', 'POST', { cookie: pairOf(first.headers) });
    expect(again.body).to.deep.include({ seen: first.body.made, made: first.body.made });
  });

  it('keeps the id when the secret changes, and gets a cookie by the new one', async () => {
    const first = await send('/visit?make=1', 'POST', sameOrigin);
    const cookie = pairOf(first.headers);
    const again = await send('/visit?make=1', 'POST', { ...sameOrigin, cookie }, rotated);
    const ids = createSessionIds(secret, [], 'visitor');
    expect(again.body.made).to.equal(first.body.made);
    expect(ids.verify(pairOf(again.headers).split('=')[1] ?? '')).to.equal(first.body.made);
  });

  const own = createSessionIds(testSession.secret, [], 'visitor');
  const valid = `stoa_visitor=${own.sign(own.create())}`;
  for (const [what, cookie] of [
    ['nonsense', 'stoa_visitor=nonsense'],
    ['an empty one', 'stoa_visitor='],
    ['a forged one', `stoa_visitor=${createSessionIds('another secret', [], 'visitor').sign(own.create())}`],
    ['one of a session', `stoa_visitor=${createSessionIds(testSession.secret).sign(own.create())}`],
    ['two of them', `${valid}; stoa_visitor=x`],
    ['one for https', `__Host-${valid}`],
  ] as const)
    it(`is not there for a cookie that is none: ${what}`, async () => {
      const { body } = await send('/visit', 'GET', { cookie });
      expect(body.seen).to.equal(null);
    });

  for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'http://evil.example' }])
    it(`is not there for a post from another origin: ${JSON.stringify(headers)}`, async () => {
      expect((await send('/visit', 'POST', { ...headers, cookie: valid })).body.seen).to.equal(null);
      const making = await send('/visit?make=1', 'POST', { ...headers, cookie: valid });
      expect([making.status, making.headers.getSetCookie()]).to.deep.equal([403, []]);
    });

  it('is not made once the answer is sent', async () => {
    await send('/late', 'POST', sameOrigin);
    expect(server.log.text()).to.include('visitor came too late');
  });

  it('has a cookie that only the gateway sets', async () => {
    expect((await send('/forge', 'GET')).headers.getSetCookie()).to.deep.equal([]);
  });
});
