import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Account, password } from './account.ts';

const newPassword = 'another set of unrelated words';

describe('customers: a forgotten password', () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  const ask = (email: string, locale = '') => account.shop.form(`${locale}/forgot-password`, { email });

  for (const email of ['<ann@example.org>', 'ann@example.org>', 'bob;ann@example.org'])
    it(`asks for one address in place of ${email}`, async () => {
      const { status, html } = await ask(email);
      expect(status).to.equal(400);
      expect(html).to.contain('such as ann@example.org');
    });

  it('is replaced by the link of a mail, which signs in and ends all other sessions', async () => {
    const earlier = await account.register('ann@example.org');
    expect(await ask(' Ann@Example.org')).to.deep.include({ status: 303, location: '/mail-sent' });
    expect((await account.shop.page('/mail-sent')).html).to.contain('A mail is on its way');
    const link = await account.linkTo('ann@example.org');
    expect((await account.shop.page(link)).html)
      .to.contain('name="newPassword"')
      .and.contain('noindex');
    const { status, location, cookie = '' } = await account.shop.form(link, { newPassword });
    expect([status, location]).to.deep.equal([303, '/account']);
    expect([await account.isSignedIn(cookie), await account.isSignedIn(earlier)]).to.deep.equal([true, false]);
    expect((await account.signIn('ann@example.org', password)).status).to.equal(401);
    expect((await account.signIn('ann@example.org', newPassword)).status).to.equal(303);
    expect(await account.mailTo('ann@example.org')).to.include({ subject: 'Your password was changed' });
    expect(await account.shop.records()).to.have.nested.property('[0].action', 'customer.password-changed');
  });

  it('has links that are good once, and ends those that were sent before', async () => {
    await account.register('bea@example.org');
    await ask('bea@example.org');
    const first = await account.linkTo('bea@example.org');
    await ask('bea@example.org');
    const second = await account.linkTo('bea@example.org');
    expect((await account.shop.form(second, { newPassword })).status).to.equal(303);
    for (const link of [first, second]) {
      const { status, html, cookie } = await account.shop.form(link, { newPassword: 'a third set of words here' });
      expect([status, cookie]).to.deep.equal([400, undefined]);
      expect(elementWith(html, 'p', 'role="alert"')).to.contain('This link was used before, or is too old');
    }
    expect((await account.signIn('bea@example.org', newPassword)).status).to.equal(303);
  });

  it('lets one of two requests at once use a link', async () => {
    await account.register('cem@example.org');
    await ask('cem@example.org');
    const link = await account.linkTo('cem@example.org');
    const answers = await Promise.all([
      account.shop.form(link, { newPassword }),
      account.shop.form(link, { newPassword: 'a third set of words here' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 400]);
  });

  it('has links that are good for an hour', async () => {
    await account.register('dan@example.org');
    await ask('dan@example.org');
    const link = await account.linkTo('dan@example.org');
    await account.shop.database.query("update customer_link set expires_at = now() - interval '1 second'");
    expect((await account.shop.form(link, { newPassword })).status).to.equal(400);
    await account.shop.runJob('forgetLinks');
    expect(await account.shop.database.query('select from customer_link')).to.have.lengthOf(0);
  });

  it('is refused while it is easy to guess, and the link stays good', async () => {
    await account.register('eve@example.org');
    await ask('eve@example.org');
    const link = await account.linkTo('eve@example.org');
    const { status, html } = await account.shop.form(link, { newPassword: 'eve@example.org' });
    expect(status).to.equal(400);
    expect(elementWith(html, 'p', 'id="newPassword-error"')).to.contain('It contains your name or e-mail address');
    expect((await account.shop.form(link, { newPassword })).status).to.equal(303);
  });

  it('is asked for with the same answer and the same statements, whether there is an account or not', async () => {
    await account.register('fay@example.org');
    const answerTo = async (email: string) => {
      account.shop.queries();
      const { status, location, html, cookie } = await ask(email);
      return { status, location, html, cookie, queries: account.shop.queries() };
    };
    expect(await answerTo('unknown@example.org')).to.deep.equal(await answerTo('fay@example.org'));
    expect((await account.mailTo('unknown@example.org'))?.text).to.contain('there is no account');
    expect(await account.linkTo('unknown@example.org')).to.equal('');
  });

  it('keeps no key, only its digest', async () => {
    await account.register('gus@example.org');
    await ask('gus@example.org');
    const key = (await account.linkTo('gus@example.org')).split('/').at(-1) ?? '';
    const rows = await account.shop.database.query('select * from customer_link');
    expect(key).to.have.lengthOf(32);
    expect(JSON.stringify(rows)).to.not.contain(key);
  });

  it('speaks the language of the page', async () => {
    await account.register('hal@example.org');
    await ask('hal@example.org', '/de');
    expect(await account.mailTo('hal@example.org')).to.include({ subject: 'Ihr neues Passwort' });
    expect(await account.linkTo('hal@example.org')).to.match(/^\/de\/reset-password\//);
    await ask('hal@example.org', '/ar');
    expect((await account.mailTo('hal@example.org'))?.html).to.contain('dir="rtl"');
  });

  it('may be asked for three times in a quarter of an hour by address, also by one without an account', async () => {
    for (const email of ['ivy@example.org', ' IVY@example.org', 'ivy@example.org'])
      expect((await ask(email)).status).to.equal(303);
    expect((await ask('Ivy@example.org')).status).to.equal(429);
  });

  it('needs an address', async () => {
    const { status, html } = await ask('ann');
    expect(status).to.equal(400);
    expect(elementWith(html, 'p', 'id="email-error"')).to.contain('such as ann@example.org');
    expect((await account.shop.rest('POST', '/forgot-password', { body: {} })).status).to.equal(400);
  });
});
