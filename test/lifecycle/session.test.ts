import { expect } from 'chai';
import { forEachPlacementOfOne, type TestGateway } from '../support/start-gateway.ts';

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

forEachPlacementOfOne('a shop whose members sign in', (startGateway) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture: 'members-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = sameOrigin) =>
    fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
      redirect: 'manual',
    });
  const signIn = async (name: string): Promise<string> => {
    const response = await post('/sign-in', `name=${name}&password=friend`);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const graphql = async (query: string, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
      body: JSON.stringify({ query }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it('sends who signs in on, with the cookie on the redirect', async () => {
    const response = await post('/sign-in', 'name=ann&password=friend');
    expect([response.status, response.headers.get('location')]).to.deep.equal([303, '/mine']);
    expect(response.headers.getSetCookie()[0]).to.match(/^stoa_session=.*; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  it('lets them see what is private, and hides the cookie from every extension', async () => {
    const cookie = `theme=dark; ${await signIn('ann')}`;
    const { status, body } = await shop.rest('GET', '/mine', { headers: { cookie } });
    expect([status, body]).to.deep.equal([200, { id: 'ann', cookie: 'theme=dark', contextCookie: null }]);
  });

  it('lets them out again, for good', async () => {
    const cookie = await signIn('ann');
    expect((await post('/sign-out', '', { ...sameOrigin, cookie })).status).to.equal(204);
    expect((await shop.rest('GET', '/mine', { headers: { cookie } })).status).to.equal(401);
  });

  it('ends all sessions of a user at once, and no other', async () => {
    const cookies = await Promise.all(['eve', 'eve', 'ann'].map(signIn));
    const headers = { ...sameOrigin, cookie: cookies[2] ?? '', 'content-type': 'application/json' };
    const dismissed = await post('/members/eve/dismissal', '{}', headers);
    expect(dismissed.status).to.equal(204);
    const records = await shop.records('members');
    expect(records.map(({ at: _, ...record }) => record)).to.deep.equal([
      {
        extension: 'members',
        caller: 'session',
        callerId: 'ann',
        requestId: dismissed.headers.get('x-request-id'),
        action: 'member.dismissed',
        subject: 'member:eve',
        from: null,
        to: { at: 'once' },
      },
    ]);
    const seen = await Promise.all(cookies.map((cookie) => shop.rest('GET', '/mine', { headers: { cookie } })));
    expect(seen.map(({ status }) => status)).to.deep.equal([401, 401, 200]);
  });

  it('gives no session to who may not have one', async () => {
    for (const form of ['name=ann&password=enemy', 'name=ann&password=x', 'name=ann']) {
      const response = await post('/sign-in', form);
      expect(response.status).to.be.within(400, 401);
      expect(response.headers.getSetCookie()).to.deep.equal([]);
    }
  });

  it('gives no session to a form from another site', async () => {
    const response = await post('/sign-in', 'name=mallory&password=friend', { 'sec-fetch-site': 'cross-site' });
    expect([response.status, response.headers.getSetCookie()]).to.deep.equal([403, []]);
  });

  context('over GraphQL', () => {
    it('is known there too', async () => {
      const cookie = await signIn('ann');
      const asked = await graphql('{ whoami }', { ...sameOrigin, cookie });
      expect([asked.status, asked.body]).to.deep.equal([200, { data: { whoami: 'ann' } }]);
      const changed = await graphql('mutation { touch }', { ...sameOrigin, cookie });
      expect(changed.body).to.deep.equal({ data: { touch: 'ann' } });
    });

    it('is not, when another site posts with the cookie', async () => {
      const cookie = await signIn('ann');
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }, {}]) {
        const { status, body } = await graphql('mutation { touch }', { ...headers, cookie });
        expect(status).to.equal(403);
        expect(body).to.have.nested.property('errors[0].extensions.code', 'FORBIDDEN');
      }
    });

    it('cannot be made to change anything by a link', async () => {
      const cookie = await signIn('ann');
      const query = encodeURIComponent('mutation { touch }');
      const response = await fetch(`${shop.url}/graphql?query=${query}`, { headers: { cookie } });
      expect(response.status).to.equal(405);
    });

    it('answers a guest for a cookie that is none, and takes it away', async () => {
      const { status, body, headers } = await graphql('{ whoami }', { ...sameOrigin, cookie: 'stoa_session=x' });
      expect([status, body]).to.deep.equal([200, { data: { whoami: null } }]);
      expect(headers.getSetCookie()[0]).to.match(/^stoa_session=; .*Max-Age=0/);
    });
  });

  context('on a private page', () => {
    const visit = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(shop.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

    it('sends a guest to sign in, and back', async () => {
      const away = await visit('/account?tab=orders');
      expect([away.status, away.headers.get('location')]).to.deep.equal([
        303,
        '/sign-in?next=%2Faccount%3Ftab%3Dorders',
      ]);
      expect(away.headers.get('x-frame-options')).to.equal('DENY');
      expect(away.headers.get('x-request-id')).to.have.length(36);
      const page = await (await visit(away.headers.get('location') ?? '')).text();
      expect(page).to.include('value="/account?tab=orders"');
      const back = await post('/sign-in', `name=ann&password=friend&next=${encodeURIComponent('/account?tab=orders')}`);
      expect([back.status, back.headers.get('location')]).to.deep.equal([303, '/account?tab=orders']);
    });

    it('is shown to who is signed in', async () => {
      const response = await visit('/account', { cookie: await signIn('ann') });
      expect([response.status, (await response.text()).includes('ann</h1>')]).to.deep.equal([200, true]);
      expect(response.headers.get('cache-control')).to.equal('no-store');
    });

    for (const cookie of ['stoa_session=x', 'stoa_session=']) {
      it(`takes ${cookie} for a guest's, and takes it away`, async () => {
        const response = await visit('/account', { cookie });
        expect(response.status).to.equal(303);
        expect(response.headers.getSetCookie()[0]).to.match(/^stoa_session=; /);
      });
    }

    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      it(`does not send who signs in to ${next}`, async () => {
        const response = await post('/sign-in', `name=ann&password=friend&next=${encodeURIComponent(next)}`);
        expect([response.status, response.headers.get('location')]).to.deep.equal([303, '/mine']);
      });
    }
  });

  context('with a form that is refused', () => {
    const html = { ...sameOrigin, accept: 'text/html,*/*;q=0.8' };
    const inputs = (page: string) => ({
      alert: /role="alert">([^<]*)/.exec(page)?.[1],
      name: /<input[^>]*name="name"[^>]*>/.exec(page)?.[0].match(/value="([^"]*)"/)?.[1],
      nameError: /id="name-error">([^<]*)/.exec(page)?.[1],
      password: /<input[^>]*name="password"[^>]*>/.exec(page)?.[0].match(/value="([^"]*)"/)?.[1],
      passwordError: /id="password-error">([^<]*)/.exec(page)?.[1],
    });

    it('shows the page again with what was typed and what is wrong, but never the password', async () => {
      const response = await post('/sign-in', 'name=ann+%22%3Cb%3E&password=x', html);
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([400, 'text/html; charset=utf-8']);
      expect(inputs(await response.text())).to.deep.equal({
        alert: 'password must have at least 3 characters',
        name: 'ann &quot;&lt;b&gt;',
        nameError: '',
        password: undefined,
        passwordError: 'password must have at least 3 characters',
      });
    });

    it('shows a guest what was typed, and where to sign in and come back', async () => {
      const response = await post('/boards/a%20b/notes', 'text=Still+here.', html);
      expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
      const page = await response.text();
      expect(page).to.match(/role="alert">Sign in, then send the form again\.</);
      expect(page).to.match(/<input[^>]*name="text"[^>]*value="Still here\."/);
      const next = encodeURIComponent('/boards/a%20b');
      expect(page).to.contain(`<a href="/sign-in?next=${next}">Sign in</a>`);
    });

    const keep = async (path: string, body: string) => {
      const response = await post(path, body, html);
      const [cookie = ''] = response.headers.getSetCookie();
      return { cookie, pair: cookie.split(';')[0] ?? '' };
    };
    const board = async (cookie: string) => {
      const response = await fetch(`${shop.url}/boards/a%20b`, { headers: { ...html, cookie } });
      const page = await response.text();
      return {
        note: /<input[^>]*name="text"[^>]*/.exec(page)?.[0].match(/value="([^"]*)"/)?.[1],
        headers: response.headers,
      };
    };

    it('shows again what a guest has typed, once, after the sign-in', async () => {
      const { cookie, pair } = await keep('/boards/a%20b/notes', 'text=Zo%C3%AB+was+here&password=friend');
      expect(cookie).to.match(/^stoa_form=[\w-]+; Path=\/boards\/a%20b; Max-Age=1800; HttpOnly; SameSite=Lax$/);
      expect((await board(pair)).note).to.equal(undefined);
      const back = await board(`${pair}; ${await signIn('ann')}`);
      expect([back.note, back.headers.get('etag')]).to.deep.equal(['Zoë was here', null]);
      expect(back.headers.getSetCookie()).to.deep.equal([
        'stoa_form=; Path=/boards/a%20b; Max-Age=0; HttpOnly; SameSite=Lax',
      ]);
    });

    it('keeps the form of a private page, too', async () => {
      const { cookie } = await keep('/staff/a/stock', 'count=4');
      expect(cookie).to.match(/^stoa_form=[\w-]+; Path=\/staff\/a; /);
    });

    it('shows who may not send it what was typed, without the way to sign in', async () => {
      const token = await shop.token([]);
      const response = await post('/boards/1/notes', 'text=Still+here.', { ...html, authorization: `Bearer ${token}` });
      const page = await response.text();
      expect(response.status, page).to.equal(403);
      expect(page)
        .to.contain('Still here.')
        .and.to.contain('needs the permission notes:write')
        .and.not.contain('<a href');
    });

    it('sends a guest from the form of a private page to sign in, and back to that page', async () => {
      const response = await post('/account/name', 'name=Ann', html);
      expect([response.status, response.headers.get('location')]).to.deep.equal([303, '/sign-in?next=%2Faccount']);
    });

    for (const [what, headers] of [
      ['another site', { accept: html.accept, 'sec-fetch-site': 'cross-site' }],
      ['a program', sameOrigin],
    ] as const)
      it(`refuses a guest's form of ${what} before its body is read`, async () => {
        const response = await post('/boards/1/notes', 'x'.repeat(200_000), headers);
        expect(response.status).to.equal(401);
        expect(await response.text()).to.contain('This route needs authentication.');
      });

    it('names every field that is left out', async () => {
      const page = inputs(await (await post('/sign-in', 'name=+&password=', html)).text());
      expect([page.alert, page.nameError, page.passwordError]).to.deep.equal([
        'name and password are required',
        'name is required',
        'password is required',
      ]);
    });

    it('shows what the handler says, with its status and without a session', async () => {
      const response = await post('/sign-in', 'name=ann&password=enemy', html);
      expect([response.status, response.headers.getSetCookie()]).to.deep.equal([401, []]);
      expect(inputs(await response.text())).to.deep.include({
        alert: 'That is not the word.',
        name: 'ann',
        passwordError: 'is not the word',
      });
    });

    it('answers JSON to clients that do not ask for a page', async () => {
      const response = await post('/sign-in', 'name=ann&password=x');
      expect([response.status, await response.json()]).to.deep.equal([
        400,
        { error: 'password must have at least 3 characters' },
      ]);
    });

    it('shows nothing of what another site typed', async () => {
      const response = await post('/sign-in', 'name=mallory&password=x', { ...html, 'sec-fetch-site': 'cross-site' });
      expect([response.status, (await response.text()).includes('mallory')]).to.deep.equal([403, false]);
    });
  });

  context('on a page of an extension', () => {
    const html = { ...sameOrigin, accept: 'text/html,*/*;q=0.8' };
    const visit = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(shop.url + path, { headers: { ...html, ...headers }, redirect: 'manual' });
    const as = async (permissions: readonly string[]) => ({ authorization: `Bearer ${await shop.token(permissions)}` });

    it('takes the path of gateway.yaml, and is without the components of every page', async () => {
      expect((await visit('/receipts')).status).to.equal(404);
      const page = await (await visit('/receipt')).text();
      expect(page).to.include('<a href="/staff/a">').and.not.include('id="banner"');
      expect(await (await visit('/sign-in')).text()).to.include('id="banner"');
    });

    it('sends a guest to sign in', async () => {
      const { status, headers } = await visit('/staff/a?sort=name');
      expect([status, headers.get('location')]).to.deep.equal([303, '/sign-in?next=%2Fstaff%2Fa%3Fsort%3Dname']);
    });

    it('is shown to who has its permissions', async () => {
      const response = await visit('/staff/a?sort=name', await as(['notes:write']));
      expect([response.status, (await response.text()).includes('/staff/a by name')]).to.deep.equal([200, true]);
    });

    it('is refused to others, in words for a person', async () => {
      const response = await visit('/staff/a', await as([]));
      const page = await response.text();
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([403, 'text/html; charset=utf-8']);
      expect(page)
        .to.include('Your account may not see this page: it needs notes:write.')
        .and.not.include('id="staff"');
    });

    for (const [permissions, isShown] of [
      [['notes:write'], true],
      [[], false],
    ] as const)
      it(`shows its refused form again: ${isShown}`, async () => {
        const response = await post('/staff/a/stock', 'count=x', { ...html, ...(await as(permissions)) });
        expect([response.status, (await response.text()).includes('id="staff"')]).to.deep.equal([400, isShown]);
      });
  });

  context('as a visitor', () => {
    interface Visit {
      readonly seen: string | null;
      readonly asked: string | null;
      readonly made: string | null;
    }
    const visit = async (method: string, query = '', headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${shop.url}/visits${query}`, { method, headers: { ...sameOrigin, ...headers } });
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      const body: Visit | undefined = response.ok ? await response.json() : undefined;
      return { status: response.status, cookies, body };
    };

    it('is known from the next request on, to handlers, resolvers and context.query', async () => {
      const first = await visit('POST', '?make=1');
      expect(first.body).to.deep.equal({ seen: null, asked: null, made: first.body?.made });
      const { made } = first.body ?? {};
      const again = await visit('GET', '?make=1', { cookie: first.cookies.join('; ') });
      expect(again).to.deep.equal({ status: 200, cookies: [], body: { seen: made, asked: made, made } });
      const { body } = await graphql('{ visitor whoami }', { ...sameOrigin, cookie: first.cookies.join('; ') });
      expect(body).to.deep.equal({ data: { visitor: made, whoami: null } });
    });

    it('stays the same when the person signs in and out', async () => {
      const first = await visit('POST', '?make=1&as=ann');
      const cookie = first.cookies.toSorted().join('; ');
      expect(cookie).to.match(/^stoa_session=.*; stoa_visitor=/);
      expect((await graphql('{ whoami visitor }', { ...sameOrigin, cookie })).body).to.deep.equal({
        data: { whoami: 'ann', visitor: first.body?.made },
      });
      await post('/sign-out', '', { ...sameOrigin, cookie });
      const { body } = await visit('POST', '?make=1', { cookie });
      expect(body).to.deep.equal({ seen: first.body?.made, asked: first.body?.made, made: first.body?.made });
    });

    it('is not there for a cookie that is forged, and gets another id', async () => {
      const first = await visit('POST', '?make=1');
      const cookie = `stoa_visitor=${first.body?.made}.${'x'.repeat(43)}`;
      const again = await visit('POST', '?make=1', { cookie });
      expect(again.body).to.deep.include({ seen: null, asked: null });
      expect(again.body?.made).to.have.length(43).and.not.equal(first.body?.made);
    });

    it('is made by what a person does, and not by what is read', async () => {
      expect(await visit('GET', '?make=1')).to.deep.include({ status: 500, cookies: [] });
      expect(shop.log.text()).to.include('visitor: a GET makes no visitor');
    });

    it('is not made by a page of another site', async () => {
      const { status, cookies } = await visit('POST', '?make=1', { 'sec-fetch-site': 'cross-site' });
      expect([status, cookies]).to.deep.equal([403, []]);
    });

    it('gets pages that no cache shares', async () => {
      const page = async (cookie: string) => {
        const { headers } = await fetch(`${shop.url}/sign-in`, { headers: { accept: 'text/html', cookie } });
        return headers.get('etag');
      };
      expect(await page('theme=dark')).to.match(/^W/);
      expect(await page((await visit('POST', '?make=1')).cookies.join('; '))).to.equal(null);
    });
  });

  it('keeps sessions out of reach of extensions', async () => {
    await signIn('ann');
    const reading = await shop
      .database('members')
      .query('select * from stoa.sessions')
      .catch((error: unknown) => error);
    expect(reading)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/permission denied/);
  });

  it('logs neither ids nor cookies', async () => {
    const cookie = await signIn('ann');
    await graphql('{ whoami }', { ...sameOrigin, cookie });
    expect(shop.log.text()).to.not.include(cookie.split('=')[1]?.split('.')[0]);
  });
});
