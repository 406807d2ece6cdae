import { expect } from 'chai';
import { App } from '../../extensions/second-factor/test/app.ts';
import { openPath, postForm } from '../support/browse.ts';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';

const password = 'four words are enough';
const page = '/account/second-factor';

forEachPlacement('a shop whose customers have a second factor', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ empty: true, config: onlyLines('customers', 'second-factor', 'desk') });
  });
  after(() => shop[Symbol.asyncDispose]());

  const post = (path: string, fields: Readonly<Record<string, string>>, cookie?: string) =>
    postForm(shop.url + path, fields, cookie);
  const signIn = (email: string, next = '') => post('/sign-in', { email, password, next });

  async function register(name: string) {
    const email = `${name}@example.org`;
    const { cookie } = await post('/customers', { name, email, password });
    return { email, cookie: cookie ?? expect.fail('no session') };
  }

  /** Switches it on, and answers the app, the recovery codes and the new session. */
  async function setUp(cookie: string) {
    await post(page, {}, cookie);
    const app = App.of((await openPath(shop.url + page, cookie)).html);
    const done = await post(`${page}/confirmation`, { code: app.code() }, cookie);
    const { html } = await openPath(shop.url + (done.location ?? ''), done.cookie);
    return { app, codes: html.match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g) ?? [], cookie: done.cookie ?? '' };
  }

  const isSignedIn = async (cookie = '') => (await openPath(`${shop.url}/account`, cookie)).status === 200;

  it('lead in by password, then by code, to where they were going', async () => {
    const ann = await register('ann');
    expect((await openPath(`${shop.url}/account`, ann.cookie)).html).to.contain(`href="${page}"`);
    const { app, codes, cookie } = await setUp(ann.cookie);
    expect(await isSignedIn(ann.cookie)).to.equal(false);
    expect(await isSignedIn(cookie)).to.equal(true);

    const first = await signIn(ann.email, page);
    expect([first.status, first.cookie]).to.deep.equal([303, undefined]);
    const asked = await openPath(shop.url + (first.location ?? ''));
    expect(asked.html).to.contain('<h1>Your code</h1>').and.to.contain('or a recovery code');
    const [path = ''] = (first.location ?? '').split('?');
    const wrong = await post(path, { code: '000000', next: page });
    expect([wrong.status, wrong.cookie, wrong.html.includes('This code is wrong')]).to.deep.equal([
      400,
      undefined,
      true,
    ]);
    const code = app.code(1);
    const right = await post(path, { code, next: page });
    expect([right.status, right.location]).to.deep.equal([303, page]);
    expect(await isSignedIn(right.cookie)).to.equal(true);

    const again = await signIn(ann.email);
    expect((await post(again.location ?? '', { code })).status).to.equal(400);
    const recovered = await post(again.location ?? '', { code: codes[0] ?? '' });
    expect(await isSignedIn(recovered.cookie)).to.equal(true);

    const off = await post(`${page}/removal`, { code: codes[1] ?? '' }, recovered.cookie);
    expect(off.status).to.equal(303);
    const plain = await signIn(ann.email);
    expect(await isSignedIn(plain.cookie)).to.equal(true);
  });

  it('are kept out after five wrong codes, also by a right one', async () => {
    const bea = await register('bea');
    const { app } = await setUp(bea.cookie);
    const { location } = await signIn(bea.email);
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await post(location ?? '', { code: '000000' })).status).to.equal(400);
    const another = await signIn(bea.email);
    const { status, html, cookie } = await post(another.location ?? '', { code: app.code(1) });
    expect([status, cookie]).to.deep.equal([429, undefined]);
    expect(html).to.contain('too many wrong codes');
  });

  it('get the step and its path as programs', async () => {
    const cem = await register('cem');
    const { app } = await setUp(cem.cookie);
    const body = { email: cem.email, password };
    const first = await shop.rest<{ code: string; path: string }>('POST', '/sign-in', { body });
    expect([first.status, first.body.code]).to.deep.equal([401, 'SECOND_FACTOR_REQUIRED']);
    const done = await shop.rest('POST', first.body.path, { body: { code: app.code(1) } });
    expect([done.status, done.headers.has('set-cookie')]).to.deep.equal([200, true]);
  });

  it('have it in the file of their data, and take it along with the account', async () => {
    const dan = await register('dan');
    const { app, cookie } = await setUp(dan.cookie);
    const file = await openPath(`${shop.url}/account/data.json`, cookie);
    expect(JSON.parse(file.html)).to.have.deep.property('secondFactor', { isOn: true });
    expect(file.html).to.not.contain(app.secret);
    expect(shop.log.text()).to.not.contain(app.secret);
    expect((await post('/account/deletion', { password }, cookie)).status).to.equal(303);
    expect((await post('/customers', { name: 'dan', email: dan.email, password })).cookie).to.be.a('string');
  });

  it('set it up before the desk opens, where the shop asks for it', async () => {
    const eve = await register('eve');
    const { body } = await shop.rest<{ data: { path: string } }>('POST', '/desk/members', {
      token: await shop.token(['desk:members']),
      body: { role: 'owner' },
    });
    const change = async (value: boolean) => {
      const text = `mutation { changeSettings(extension: "desk", values: { requireSecondFactor: ${value} }) }`;
      const token = await shop.token(['stoa:settings']);
      expect(await shop.graphql(text, {}, token)).to.not.have.property('errors');
    };
    await change(true);
    const key = body.data.path.split('key=')[1] ?? '';
    const joined = await post('/desk/join', { key }, eve.cookie);
    const { html } = await openPath(`${shop.url}/desk`, joined.cookie);
    expect(html).to.contain(`href="${page}"`).and.to.contain('asks members for a second factor');
    expect((await openPath(`${shop.url}/desk/members`, joined.cookie)).status).to.equal(403);
    const { cookie } = await setUp(joined.cookie ?? '');
    expect((await openPath(`${shop.url}/desk`, cookie)).html).to.not.contain('asks members for a second factor');
    expect((await openPath(`${shop.url}/desk/members`, cookie)).status).to.equal(200);
    await change(false);
  });
});
