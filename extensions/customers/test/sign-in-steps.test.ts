import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

const password = 'four words are enough';
const codes = ['ABLE', 'BAKER'];
const step = (name: string) => ({
  __typename: 'MadeUpSignInStep',
  code: `${name}_REQUIRED`,
  title: `Step ${name}`,
  label: name,
  hint: `Type ${name}.`,
});

describe('customers: steps of other extensions at the sign-in', () => {
  let shop: TestExtension;
  let steps: readonly object[] = [];
  let ann: string;
  before(async () => {
    const checkSignInStep = (_root: unknown, { code }: { code: string }) => ({
      isRight: codes.includes(code),
      isBlocked: code === 'BLOCK',
      refusal: codes.includes(code) ? null : `${code} is wrong.`,
    });
    const signInSteps = () => {
      if (steps.includes(broken)) throw new Error('broken');
      return steps;
    };
    shop = await openExtension('customers', {
      seed: false,
      settings: { registration: 'at-once' },
      mocks: { Query: { signInSteps }, Mutation: { checkSignInStep } },
    });
    const body = { name: 'Ann', email: 'ann@example.org', password };
    const answer = await shop.rest<{ data: { customer: { id: string } } }>('POST', '/customers', { body });
    ann = answer.body.data.customer.id;
  });
  beforeEach(() => {
    steps = [step('ABLE')];
  });
  after(() => shop.close());

  const broken = {};
  const signIn = (fields: Readonly<Record<string, string>> = {}) =>
    shop.form('/sign-in', { email: 'ann@example.org', password, ...fields });

  async function begin(): Promise<string> {
    return (await signIn()).location ?? '';
  }

  it('is asked for on a second page, and opens no session before it is done', async () => {
    const { status, location = '', cookie } = await signIn({ next: '/cart' });
    expect([status, cookie]).to.deep.equal([303, undefined]);
    expect(location).to.match(/^\/sign-in\/[\w-]{32}\?next=%2Fcart$/);
    const { html } = await shop.page(location);
    expect(html).to.contain('<h1>Step ABLE</h1>').and.to.contain('Type ABLE.');
    expect(elementWith(html, 'input', 'name="next"')).to.contain('value="/cart"');
    const [path = ''] = location.split('?');
    const done = await shop.form(path, { code: 'ABLE', next: '/cart' });
    expect([done.status, done.location]).to.deep.equal([303, '/cart']);
    expect((await shop.page('/account', { cookie: done.cookie })).html).to.contain('<dd>Ann</dd>');
    const again = await shop.form(path, { code: 'ABLE' });
    expect([again.status, again.cookie]).to.deep.equal([400, undefined]);
    expect(again.html).to.contain('Sign in again');
  });

  it('refuses a wrong code at its field, and a blocked one as a whole', async () => {
    const path = await begin();
    const wrong = await shop.form(path, { code: 'NO' });
    expect([wrong.status, wrong.cookie]).to.deep.equal([400, undefined]);
    expect(elementWith(wrong.html, 'p', 'id="code-error"')).to.contain('NO is wrong.');
    const blocked = await shop.form(path, { code: 'BLOCK' });
    expect(blocked.status).to.equal(429);
    expect(elementWith(blocked.html, 'p', 'role="alert"')).to.contain('BLOCK is wrong.');
  });

  it('comes after the link of a mail, and after a registration with the password of an account', async () => {
    await shop.form('/sign-in-by-link', { email: 'ann@example.org' });
    const { html = '' } = (await shop.mails()).at(-1) ?? {};
    const [, link = ''] = /href="[^"]*?(\/sign-in-by-link\/[\w-]+)/.exec(html) ?? [];
    const followed = await shop.form(link, {});
    expect(followed.location).to.match(/^\/sign-in\/[\w-]{32}$/);
    expect(followed.cookie).to.equal(undefined);
    const twice = await shop.form('/customers', { name: 'Ann', email: 'ann@example.org', password });
    expect([twice.status, twice.cookie]).to.deep.equal([303, undefined]);
    expect(twice.location).to.match(/^\/sign-in\//);
  });

  it('tells a program its name and where to send the code', async () => {
    const body = { email: 'ann@example.org', password };
    const answer = await shop.rest<{ path: string }>('POST', '/sign-in', { body });
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('set-cookie')).to.equal(null);
    expect(answer.body).to.include({ error: 'Type ABLE.', code: 'ABLE_REQUIRED' });
    const done = await shop.rest('POST', answer.body.path, { body: { code: 'ABLE' } });
    expect(done.status).to.equal(200);
    expect(done.body).to.have.nested.property('data.customer.id', ann);
  });

  it('is not needed any more when its extension does not ask for it', async () => {
    const path = await begin();
    steps = [];
    expect((await shop.form(path, { code: 'none' })).location).to.equal('/account');
    expect((await signIn()).location).to.equal('/account');
  });

  it('keeps the customer out while it is not known', async () => {
    steps = [broken];
    const { status, cookie, html } = await signIn();
    expect([status, cookie]).to.deep.equal([503, undefined]);
    expect(html).to.contain('cannot be seen just now');
  });

  for (const [way, fields] of [
    ['sign-in-by-link', {}],
    ['reset-password', { newPassword: 'another set of unrelated words' }],
  ] as const)
    it(`leaves a link of ${way} good while it is not known`, async () => {
      await shop.form(way === 'reset-password' ? '/forgot-password' : `/${way}`, { email: 'ann@example.org' });
      const { html = '' } = (await shop.mails()).at(-1) ?? {};
      const [, link = ''] = new RegExp(`href="[^"]*?(/${way}/[\\w-]+)`).exec(html) ?? [];
      steps = [broken];
      expect((await shop.form(link, fields)).status).to.equal(503);
      steps = [];
      const followed = await shop.form(link, { ...fields, newPassword: password });
      expect([followed.status, followed.location]).to.deep.equal([303, '/account']);
    });

  it('leaves a new account without a session while it is not known', async () => {
    const confirm = async (key: string, send: (path: string) => Promise<{ readonly status: number }>) => {
      const digest = createHash('sha256').update(key).digest('base64url');
      const text = `
        insert into customer_link (key_digest, purpose, name, email, password_hash, expires_at)
        select $1, 'register', 'Bea', $2, password_hash, now() + interval '1 hour' from customer limit 1`;
      await shop.database.query(text, [digest, `${key}@example.org`]);
      return await send(`/register/${key}`);
    };
    steps = [broken];
    const form = await confirm('bea', (path) => shop.form(path, { password, next: '/cart' }));
    expect(form).to.deep.include({ status: 303, location: '/sign-in?next=%2Fcart', cookie: undefined });
    const json = await confirm('cem', (path) => shop.rest('POST', path, { body: { password } }));
    expect(json).to.have.nested.property('body.data.customer.email', 'cem@example.org');
    expect(json.status).to.equal(201);
    steps = [];
    expect((await signIn({ email: 'bea@example.org' })).location).to.equal('/account');
  });

  it('is over after ten minutes', async () => {
    const path = await begin();
    await shop.database.query("update customer_link set expires_at = expires_at - interval '10 minutes'");
    expect((await shop.page(path)).html).to.contain('Sign in again');
    expect((await shop.form(path, { code: 'ABLE' })).status).to.equal(400);
  });

  it('lets one of two requests at once sign in', async () => {
    const path = await begin();
    const answers = await Promise.all(['ABLE', 'BAKER'].map((code) => shop.form(path, { code })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 400]);
  });
});
