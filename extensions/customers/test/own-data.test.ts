import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Account, password } from './account.ts';

describe("customers: one's own data", () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  const address = { name: 'Ann Bee', street: 'Main Street 1', postcode: '10115', city: 'Berlin', country: 'DE' };
  const erase = (cookie: string, secret = password) =>
    account.shop.form('/account/deletion', { password: secret }, { cookie });

  it('are a file of JSON, with what is of this customer alone, and without the password', async () => {
    const other = await account.register('bea@example.org');
    await account.shop.form('/account/addresses', { ...address, city: 'Bonn' }, { cookie: other });
    const cookie = await account.register('ann@example.org');
    const more = { addition: 'Bee Ltd', region: 'Berlin State', phone: '+49 30 123456' };
    await account.shop.form('/account/addresses', { ...address, ...more }, { cookie });
    expect((await account.shop.page('/account/data', { cookie })).html).to.contain('href="/account/data.json"');
    const { status, headers, body } = await account.shop.rest('GET', '/account/data.json', { cookie });
    expect([status, headers.get('content-disposition'), headers.get('cache-control')]).to.deep.equal([
      200,
      'attachment; filename=account.json',
      'no-store',
    ]);
    expect(body).to.have.all.keys('account', 'addresses');
    expect(body).to.have.nested.property('account.email', 'ann@example.org');
    expect(body)
      .to.have.nested.property('addresses[0]')
      .that.includes({ city: 'Berlin', ...more });
    expect(JSON.stringify(body)).to.not.contain('scrypt').and.not.contain('Bonn');
  });

  it('have an address that other extensions may ask for, and no client', async () => {
    await account.register('eda@example.org');
    const [row] = await account.shop.database.query<{ id: string }>(
      "select customer_id::text as id from customer where email = 'eda@example.org'",
    );
    const text = 'query ($id: ID!) { customerEmail(customer: $id) }';
    const emailOf = async (id?: string) => (await account.shop.ask(text, { id })).data;
    expect(await emailOf(row?.id)).to.deep.equal({ customerEmail: 'eda@example.org' });
    expect(await emailOf('none')).to.deep.equal({ customerEmail: null });
    expect((await account.shop.graphql(text, { id: row?.id })).errors).to.have.lengthOf(1);
  });

  it('have a name that other extensions may ask for', async () => {
    await account.register('dora@example.org');
    const [row] = await account.shop.database.query<{ id: string; name: string }>(
      "select customer_id::text as id, name from customer where email = 'dora@example.org'",
    );
    const nameOf = async (id?: string) => (await account.shop.ask('{ me { name } }', {}, id ? { id } : undefined)).data;
    expect(await nameOf(row?.id)).to.deep.equal({ me: { name: row?.name } });
    expect([await nameOf('999999'), await nameOf()]).to.deep.equal([{ me: null }, { me: null }]);
  });

  it('are for no one else', async () => {
    expect((await account.shop.rest('GET', '/account/data.json')).status).to.equal(401);
    const text = '{ customerRecords(customer: "999999") { topic } }';
    expect((await account.shop.graphql(text)).errors).to.have.lengthOf(1);
    expect((await account.shop.ask(text)).data).to.deep.equal({ customerRecords: [] });
  });

  it('are gone after the account is deleted, which ends all sessions and sends a mail', async () => {
    const cookie = await account.register('cem@example.org');
    const { cookie: elsewhere = '' } = await account.signIn('cem@example.org', password);
    await account.shop.form('/account/addresses', address, { cookie });
    const { status, location } = await erase(cookie);
    expect([status, location]).to.deep.equal([303, '/']);
    for (const session of [cookie, elsewhere]) expect(await account.isSignedIn(session)).to.equal(false);
    expect((await account.signIn('cem@example.org', password)).status).to.equal(401);
    const rows = await account.shop.database.query("select from customer where email = 'cem@example.org'");
    expect(rows).to.have.lengthOf(0);
    expect(await account.mailTo('cem@example.org')).to.include({ subject: 'Your account was deleted' });
    expect((await account.shop.records()).at(-1)).to.include({ action: 'customer.deleted' });
    expect((await erase(await account.register('cem@example.org'))).status).to.equal(303);
  });

  it('stay while the password is wrong', async () => {
    const cookie = await account.register('dan@example.org');
    const { status, html } = await erase(cookie, 'not the password');
    expect(status).to.equal(400);
    expect(elementWith(html, 'p', 'id="password-error"')).to.contain('not your password');
    expect(await account.isSignedIn(cookie)).to.equal(true);
  });
});
