import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Account } from './account.ts';

const address = { name: 'Ann Bee', street: 'Main Street 1', postcode: '10115', city: 'Berlin', country: 'DE' };
const query = '{ me { addresses { id name street postcode city country } } }';

interface Answer {
  readonly me: { readonly addresses: readonly { readonly id: string }[] };
}

describe('customers: addresses', () => {
  let account: Account;
  before(async () => {
    account = await Account.open();
  });
  after(() => account.shop.close());

  const save = (fields: Readonly<Record<string, string>>, cookie: string) =>
    account.shop.form('/account/addresses', { ...address, ...fields }, { cookie });

  async function addressesOf(cookie: string) {
    return (await account.shop.graphql<Answer>(query, {}, { cookie })).data?.me.addresses ?? [];
  }

  it('are added, changed and removed', async () => {
    const cookie = await account.register('ann@example.org');
    expect((await account.shop.page('/account/addresses', { cookie })).html).to.contain('You have no addresses yet');
    expect((await save({ street: ' Main Street 1 ' }, cookie)).status).to.equal(303);
    const [{ id = '' } = {}, ...others] = await addressesOf(cookie);
    expect(others).to.deep.equal([]);
    const page = await account.shop.page(`/account/addresses?edit=${id}`, { cookie });
    expect(page.html).to.contain('Main Street 1').and.contain('Germany').and.contain('Save the address');
    expect(elementWith(page.html, 'input', 'name="address"')).to.contain(`value="${id}"`);
    await save({ address: id, city: 'Hamburg' }, cookie);
    expect(await addressesOf(cookie)).to.deep.equal([{ ...address, id, city: 'Hamburg' }]);
    const removed = await account.shop.form(`/account/addresses/${id}/removal`, {}, { cookie });
    expect([removed.status, await addressesOf(cookie)]).to.deep.equal([303, []]);
  });

  it('are added once by a form that is sent twice, and are twenty at most', async () => {
    const cookie = await account.register('bea@example.org');
    await Promise.all([save({}, cookie), save({}, cookie)]);
    expect(await addressesOf(cookie)).to.have.lengthOf(1);
    for (let number = 2; number <= 20; number++) await save({ street: `Main Street ${number}` }, cookie);
    const { status, html } = await save({ street: 'Main Street 21' }, cookie);
    expect([status, (await addressesOf(cookie)).length]).to.deep.equal([409, 20]);
    expect(elementWith(html, 'p', 'role="alert"')).to.contain('You have 20 addresses');
  });

  it('are of their customer alone', async () => {
    const own = await account.register('cem@example.org');
    await save({}, own);
    const [{ id = '' } = {}] = await addressesOf(own);
    const other = await account.register('dan@example.org');
    expect((await save({ address: id, city: 'Hamburg' }, other)).status).to.equal(404);
    await account.shop.form(`/account/addresses/${id}/removal`, {}, { cookie: other });
    expect(await addressesOf(own)).to.deep.equal([{ ...address, id }]);
    expect(await addressesOf(other)).to.deep.equal([]);
    const token = await account.shop.token({ id: 'operator' });
    expect((await account.shop.rest('POST', '/account/addresses', { body: address, token })).status).to.equal(404);
    expect((await account.shop.rest('POST', '/account/addresses', { body: address })).status).to.equal(401);
  });

  it('are refused with what is wrong next to each field, and what was typed stays', async () => {
    const cookie = await account.register('eve@example.org');
    const { status, html } = await save({ name: '\u202eEve', street: '-', city: '' }, cookie);
    expect(status).to.equal(400);
    for (const field of ['name', 'street', 'city'])
      expect(elementWith(html, 'p', `id="${field}-error"`)).to.contain('Enter letters or digits');
    expect(html).to.contain('value="10115"').and.contain('value="DE" selected');
  });
});
