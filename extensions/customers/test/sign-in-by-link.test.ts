import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Account, password } from './account.ts';

describe('customers: registering by mail', () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  const customers = (email: string) =>
    account.shop.database.query('select name from customer where email = $1', [email]);

  it('makes the account by the link of a mail, once, and signs in', async () => {
    const { status, location, cookie } = await account.sendRegistration({ email: ' Ann@Example.org ', name: ' Ann ' });
    expect([status, location, cookie]).to.deep.equal([303, '/mail-sent', undefined]);
    expect((await account.shop.page('/mail-sent')).html)
      .to.contain('A mail is on its way')
      .and.contain('noindex');
    expect(await customers('ann@example.org')).to.deep.equal([]);
    expect((await account.signIn('ann@example.org', password)).status).to.equal(401);
    const link = await account.linkTo('ann@example.org');
    expect((await account.shop.page(link)).html).to.contain('<button type="submit">Create account</button>');
    expect(await customers('ann@example.org')).to.deep.equal([]);
    const followed = await account.shop.form(link, { password });
    expect([followed.status, followed.location]).to.deep.equal([303, '/account']);
    expect(await account.isSignedIn(followed.cookie ?? '')).to.equal(true);
    expect(await customers('ann@example.org')).to.deep.equal([{ name: 'Ann' }]);
    expect((await account.signIn('ann@example.org', password)).status).to.equal(303);
    const again = await account.shop.form(link, { password });
    expect([again.status, again.cookie]).to.deep.equal([400, undefined]);
  });

  it('gives an account to the owner of the address alone, who must know the password', async () => {
    await account.sendRegistration({ email: 'owner@example.org', password: 'words of a stranger only' });
    const link = await account.linkTo('owner@example.org');
    const wrong = await account.shop.form(link, { password });
    expect([wrong.status, wrong.cookie]).to.deep.equal([400, undefined]);
    expect(elementWith(wrong.html, 'p', 'id="password-error"')).to.contain('not the password of the registration');
    expect(await customers('owner@example.org')).to.deep.equal([]);
    // The owner registers again, and the older link goes on knowing another password.
    await account.sendRegistration({ email: 'owner@example.org' });
    const own = await account.linkTo('owner@example.org');
    expect((await account.shop.form(own, { password })).status).to.equal(303);
    expect((await account.shop.form(link, { password: 'words of a stranger only' })).status).to.equal(409);
  });

  it('is answered the same, and by the same work, for an address with an account', async () => {
    await account.register('bea@example.org');
    const answerTo = async (email: string) => {
      account.shop.queries();
      const body = { name: 'Bea', email, password: 'not the password of Bea' };
      const { status, body: data, headers } = await account.shop.rest('POST', '/customers', { body });
      const names = [...headers.keys()].sort();
      const { location, html, cookie } = await account.sendRegistration({ email });
      return { status, data, names, location, html, cookie, queries: account.shop.queries() };
    };
    const known = await answerTo('bea@example.org');
    expect(known).to.include({ status: 202, location: '/mail-sent', cookie: undefined });
    expect(await answerTo('unknown@example.org')).to.deep.equal(known);
    const { html = '', text = '' } = (await account.mailTo('bea@example.org')) ?? {};
    expect(text).to.contain('there is one with this e-mail address already');
    expect(html.match(/href="[^"]*"/g)).to.deep.equal(
      ['/sign-in', '/forgot-password'].map((path) => `href="${account.shop.url}${path}"`),
    );
  });

  it('hashes a password for an address with an account, too', async () => {
    const fastest = async (name: string): Promise<number> => {
      const times: number[] = [];
      for (let attempt = 0; attempt < 3; attempt++) {
        const email = name === 'known' ? 'bea@example.org' : `unknown${attempt}@example.org`;
        const start = process.cpuUsage();
        await account.sendRegistration({ email });
        times.push(process.cpuUsage(start).user);
      }
      return Math.min(...times);
    };
    expect(await fastest('known')).to.be.above((await fastest('unknown')) / 3);
  });

  it('tells nothing of an address next to other errors', async () => {
    const errorsOf = async (email: string) => {
      const { status, html } = await account.sendRegistration({ email, password: 'short' });
      return [status, html.match(/id="\w+-error"/g)];
    };
    expect(await errorsOf('bea@example.org')).to.deep.equal([400, ['id="password-error"']]);
    expect(await errorsOf('new@example.org')).to.deep.equal([400, ['id="password-error"']]);
  });

  it('keeps where the shopper was going, if that is of the shop', async () => {
    for (const [next, leads] of [
      ['/checkout', '/checkout'],
      ['https://evil.example/', '/account'],
    ] as const) {
      const email = `dan.${leads.slice(1)}@example.org`;
      await account.sendRegistration({ email, next });
      const link = await account.linkTo(email);
      const { html } = await account.shop.page(link);
      const [, field = ''] = /name="next" value="([^"]*)"/.exec(html) ?? [];
      expect((await account.shop.form(link.split('?')[0] ?? '', { password, next: field })).location).to.equal(leads);
    }
  });

  it('has links that are good for an hour', async () => {
    await account.sendRegistration({ email: 'fay@example.org' });
    await account.shop.database.query("update customer_link set expires_at = expires_at - interval '1 hour'");
    expect((await account.shop.form(await account.linkTo('fay@example.org'), { password })).status).to.equal(400);
    expect(await customers('fay@example.org')).to.deep.equal([]);
  });

  it('speaks the language of the page', async () => {
    await account.sendRegistration({ email: 'gus@example.org' }, '/de');
    expect(await account.mailTo('gus@example.org')).to.include({ subject: 'Ihr Konto' });
    expect(await account.linkTo('gus@example.org')).to.match(/^\/de\/register\//);
  });
});

describe('customers: signing in by the link of a mail', () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  const ask = (fields: Readonly<Record<string, string>>) => account.shop.form('/sign-in-by-link', fields);

  it('is offered beside the password, and is good once', async () => {
    await account.register('ann@example.org');
    const page = await account.shop.page('/sign-in');
    expect(elementWith(page.html, 'button', 'formAction'))
      .to.contain('/sign-in-by-link')
      .and.contain('formNoValidate');
    const { status, location } = await ask({ email: ' ANN@example.org', password: '', next: '/cart' });
    expect([status, location]).to.deep.equal([303, '/mail-sent']);
    const link = await account.linkTo('ann@example.org');
    expect(link).to.match(/\?next=%2Fcart$/);
    expect(elementWith((await account.shop.page(link)).html, 'input', 'name="next"')).to.contain('value="/cart"');
    const followed = await account.shop.form(link, { next: '/cart' });
    expect([followed.status, followed.location]).to.deep.equal([303, '/cart']);
    expect(await account.isSignedIn(followed.cookie ?? '')).to.equal(true);
    const again = await account.shop.form(link, {});
    expect([again.status, again.cookie]).to.deep.equal([400, undefined]);
    expect(elementWith(again.html, 'p', 'role="alert"')).to.contain('This link was used before, or is too old');
  });

  it('lets one of two requests at once use a link', async () => {
    await account.register('bea@example.org');
    await ask({ email: 'bea@example.org' });
    const link = await account.linkTo('bea@example.org');
    const answers = await Promise.all([account.shop.form(link, {}), account.shop.form(link, {})]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 400]);
  });

  it('has links that are good for 15 minutes', async () => {
    await account.register('cem@example.org');
    for (const [minutes, status] of [
      [16, 400],
      [14, 303],
    ] as const) {
      await ask({ email: 'cem@example.org' });
      await account.shop.database.query(
        'update customer_link set expires_at = expires_at - make_interval(mins => $1)',
        [minutes],
      );
      expect((await account.shop.form(await account.linkTo('cem@example.org'), {})).status).to.equal(status);
    }
  });

  it('is asked for with the same answer and the same statements, whether there is an account or not', async () => {
    await account.register('dan@example.org');
    const answerTo = async (email: string) => {
      account.shop.queries();
      const { status, location, html, cookie } = await ask({ email });
      return { status, location, html, cookie, queries: account.shop.queries() };
    };
    expect(await answerTo('unknown@example.org')).to.deep.equal(await answerTo('dan@example.org'));
    expect((await account.mailTo('unknown@example.org'))?.text).to.contain('there is no account');
    expect(await account.linkTo('unknown@example.org')).to.equal('');
  });

  it('has links of its own, which set no password, and the other way round', async () => {
    await account.register('eve@example.org');
    await ask({ email: 'eve@example.org' });
    const key = (await account.linkTo('eve@example.org')).split('/').at(-1) ?? '';
    const newPassword = 'another set of unrelated words';
    expect((await account.shop.form(`/reset-password/${key}`, { newPassword })).status).to.equal(400);
    await account.shop.form('/forgot-password', { email: 'eve@example.org' });
    const reset = (await account.linkTo('eve@example.org')).split('/').at(-1) ?? '';
    expect((await account.shop.form(`/sign-in-by-link/${reset}`, {})).status).to.equal(400);
  });

  it('needs an address, and says so next to it', async () => {
    const { status, html } = await ask({ email: 'ann', next: '/cart' });
    expect(status).to.equal(400);
    expect(elementWith(html, 'p', 'id="email-error"')).to.contain('such as ann@example.org');
    expect(elementWith(html, 'input', 'name="next"')).to.contain('value="/cart"');
  });

  it('may be asked for three times in a quarter of an hour by address', async () => {
    for (const email of ['ivy@example.org', ' IVY@example.org', 'ivy@example.org'])
      expect((await ask({ email })).status).to.equal(303);
    expect((await ask({ email: 'Ivy@example.org' })).status).to.equal(429);
  });
});
