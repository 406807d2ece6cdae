import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Account, password } from './account.ts';

const newPassword = 'another set of unrelated words';

describe('customers: changing the password', () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  it('asks for the one until now, keeps this browser signed in, and ends all other sessions', async () => {
    const here = await account.register('ann@example.org');
    const { cookie: elsewhere = '' } = await account.signIn('ann@example.org', password);
    const fields = { password, newPassword };
    const { status, location, cookie = '' } = await account.shop.form('/account/password', fields, { cookie: here });
    expect([status, location]).to.deep.equal([303, '/account/password?done=yes']);
    expect((await account.shop.page('/account/password?done=yes', { cookie })).html).to.contain('was changed');
    expect(await account.isSignedIn(elsewhere)).to.equal(false);
    expect((await account.signIn('ann@example.org', password)).status).to.equal(401);
    expect((await account.signIn('ann@example.org', newPassword)).status).to.equal(303);
    expect(await account.mailTo('ann@example.org')).to.include({ subject: 'Your password was changed' });
  });

  for (const [field, fields, message] of [
    ['password', { password: 'not the password', newPassword }, 'This is not your password'],
    ['password', { newPassword }, 'This is not your password'],
    ['newPassword', { password, newPassword: 'bea@example.org' }, 'It contains your name or e-mail address'],
    ['newPassword', { password }, 'Enter a password'],
  ] as const)
    it(`refuses ${JSON.stringify(fields)}, next to the field`, async () => {
      const { cookie = '' } = await account.signIn('bea@example.org', password);
      const signedIn = cookie === '' ? await account.register('bea@example.org') : cookie;
      const { status, html } = await account.shop.form('/account/password', fields, { cookie: signedIn });
      expect(status).to.equal(400);
      expect(elementWith(html, 'p', `id="${field}-error"`)).to.contain(message);
      expect(await account.isSignedIn(signedIn)).to.equal(true);
    });

  it('is refused to a guest, and to a caller who is no customer', async () => {
    const body = { password, newPassword };
    expect((await account.shop.rest('POST', '/account/password', { body })).status).to.equal(401);
    const token = await account.shop.token({ id: 'operator' });
    expect((await account.shop.rest('POST', '/account/password', { body, token })).status).to.equal(400);
  });

  it('ends links that were sent before', async () => {
    const cookie = await account.register('cem@example.org');
    await account.shop.form('/forgot-password', { email: 'cem@example.org' });
    const link = await account.linkTo('cem@example.org');
    await account.shop.form('/account/password', { password, newPassword }, { cookie });
    expect((await account.shop.form(link, { newPassword: 'a third set of words here' })).status).to.equal(400);
  });
});

describe('customers: changing the e-mail address', () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  const ask = (email: string, cookie: string, secret = password) =>
    account.shop.form('/account/email', { email, password: secret }, { cookie });

  it('takes a link to the new address, and tells the old one', async () => {
    const cookie = await account.register('ann@example.org');
    const asked = await ask(' Ann@New.example ', cookie);
    expect([asked.status, asked.location]).to.deep.equal([303, '/mail-sent']);
    expect((await account.shop.page('/account', { cookie })).html).to.contain('<dd>ann@example.org</dd>');
    const link = await account.linkTo('ann@new.example');
    expect((await account.shop.page(link)).html).to.contain('Use this address');
    expect((await account.shop.form(link, {})).status).to.equal(303);
    expect((await account.shop.page('/account', { cookie })).html).to.contain('<dd>ann@new.example</dd>');
    expect((await account.signIn('ann@new.example', password)).status).to.equal(303);
    expect((await account.signIn('ann@example.org', password)).status).to.equal(401);
    expect(await account.mailTo('ann@example.org')).to.include({ subject: 'Your e-mail address was changed' });
    expect((await account.shop.form(link, {})).status).to.equal(400);
  });

  it('asks for the password', async () => {
    const cookie = await account.register('bea@example.org');
    const { status, html } = await ask('bea@new.example', cookie, 'not the password');
    expect(status).to.equal(400);
    expect(elementWith(html, 'p', 'id="password-error"')).to.contain('not your password');
    expect(await account.mailTo('bea@new.example')).to.equal(undefined);
  });

  it('answers the same for an address that has an account, whose owner gets a mail without a link', async () => {
    const cookie = await account.register('cem@example.org');
    await account.register('dan@example.org');
    const taken = await ask('dan@example.org', cookie);
    const free = await ask('cem@new.example', cookie);
    expect([taken.status, taken.location, taken.html]).to.deep.equal([free.status, free.location, free.html]);
    expect((await account.mailTo('dan@example.org'))?.text).to.contain('there is an account with it already');
    expect(await account.linkTo('dan@example.org')).to.equal('');
  });

  it('is refused for an address that was registered since', async () => {
    const cookie = await account.register('eve@example.org');
    await ask('eve@new.example', cookie);
    const link = await account.linkTo('eve@new.example');
    await account.register('eve@new.example');
    const { status, html } = await account.shop.form(link, {});
    expect(status).to.equal(409);
    expect(elementWith(html, 'p', 'role="alert"')).to.contain('already an account');
  });

  it('has links of its own, which set no password, and the other way round', async () => {
    const cookie = await account.register('fay@example.org');
    await ask('fay@new.example', cookie);
    const key = (await account.linkTo('fay@new.example')).split('/').at(-1) ?? '';
    expect((await account.shop.form(`/reset-password/${key}`, { newPassword })).status).to.equal(400);
    await account.shop.form('/forgot-password', { email: 'fay@example.org' });
    const reset = (await account.linkTo('fay@example.org')).split('/').at(-1) ?? '';
    expect((await account.shop.form(`/confirm-email/${reset}`, {})).status).to.equal(400);
  });
});
