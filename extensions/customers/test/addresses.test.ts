import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Account } from './account.ts';

const address = { name: 'Ann Bee', street: 'Main Street 1', postcode: '10115', city: 'Berlin', country: 'DE' };
const more = { addition: 'Bee Ltd, floor 3', region: 'Berlin State', phone: '+49 30 123456' };
const none = { addition: null, region: null, phone: null };
const query = '{ me { addresses { id name addition street postcode city region phone country } } }';

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

  const send = (fields: object, cookie: string) =>
    account.shop.rest('POST', '/account/addresses', { body: { ...address, ...fields }, cookie });

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
    expect(await addressesOf(cookie)).to.deep.equal([{ ...address, ...none, id, city: 'Hamburg' }]);
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

  it('have company, state and phone, and are others where only these differ', async () => {
    const cookie = await account.register('fay@example.org');
    for (const fields of [{}, ...Object.entries(more).map(([field, value]) => ({ [field]: value })), more, more])
      expect((await save(fields, cookie)).status).to.equal(303);
    const found = await addressesOf(cookie);
    expect(found).to.have.lengthOf(5);
    const { id, ...last } = found.at(-1) ?? expect.fail('none');
    expect(last).to.deep.equal({ ...address, ...more });
    const { html } = await account.shop.page(`/account/addresses?edit=${id}`, { cookie });
    for (const [field, value] of Object.entries(more))
      expect(elementWith(html, 'input', `name="${field}"`).split('>')[0])
        .to.contain(`value="${value}"`)
        .and.not.contain('required');
    for (const line of ['Bee Ltd, floor 3', '10115 Berlin, Berlin State'])
      expect(html).to.contain(`<bdi>${line}</bdi>`);
    expect(html).to.contain('<bdi dir="ltr">+49 30 123456</bdi>').and.contain('State or province (optional)');
    await save({ address: id, addition: '', region: '', phone: '' }, cookie);
    expect((await addressesOf(cookie)).at(-1)).to.deep.equal({ ...address, ...none, id });
  });

  it('keep what a program from before company, state and phone does not send', async () => {
    const cookie = await account.register('gus@example.org');
    expect((await send({}, cookie)).status).to.equal(200);
    const [{ id = '' } = {}] = await addressesOf(cookie);
    expect(await addressesOf(cookie)).to.deep.equal([{ ...address, ...none, id }]);
    await send({ address: id, ...more }, cookie);
    await send({ address: id, city: 'Potsdam' }, cookie);
    expect(await addressesOf(cookie)).to.deep.equal([{ ...address, ...more, id, city: 'Potsdam' }]);
    await send({ address: id, ...none }, cookie);
    expect(await addressesOf(cookie)).to.deep.equal([{ ...address, ...none, id }]);
    // In another country, the state of before is none.
    await send({ address: id, ...more }, cookie);
    await send({ address: id, postcode: '02101', city: 'Boston', country: 'US' }, cookie);
    const moved = { ...address, ...more, region: null, postcode: '02101', city: 'Boston', country: 'US' };
    expect(await addressesOf(cookie)).to.deep.equal([{ ...moved, id }]);
    await send({ address: id, postcode: undefined, city: 'Salem', country: 'US' }, cookie);
    expect(await addressesOf(cookie)).to.deep.equal([{ ...moved, id, city: 'Salem' }]);
  });

  it('have no postcode in a country without postcodes', async () => {
    const cookie = await account.register('hal@example.org');
    for (const [postcode, street] of [
      ['', 'Way 1'],
      [null, 'Way 2'],
      [undefined, 'Way 3'],
    ] as const) {
      expect((await send({ postcode, street, city: 'Dubai', country: 'AE' }, cookie)).status).to.equal(200);
      expect((await addressesOf(cookie)).at(-1)).to.include({ postcode: '', street, country: 'AE' });
    }
    const { html } = await account.shop.page('/account/addresses', { cookie });
    expect(html).to.contain('<bdi>Dubai</bdi></div><div><bdi>United Arab Emirates</bdi>');
    expect((await send({ postcode: '' }, cookie)).status).to.equal(400);
  });

  it('are of their customer alone', async () => {
    const own = await account.register('cem@example.org');
    await save({}, own);
    const [{ id = '' } = {}] = await addressesOf(own);
    const other = await account.register('dan@example.org');
    expect((await save({ address: id, city: 'Hamburg' }, other)).status).to.equal(404);
    await account.shop.form(`/account/addresses/${id}/removal`, {}, { cookie: other });
    expect(await addressesOf(own)).to.deep.equal([{ ...address, ...none, id }]);
    expect(await addressesOf(other)).to.deep.equal([]);
    const token = await account.shop.token({ id: 'operator' });
    expect((await account.shop.rest('POST', '/account/addresses', { body: address, token })).status).to.equal(404);
    expect((await account.shop.rest('POST', '/account/addresses', { body: address })).status).to.equal(401);
  });

  it('are refused with what is wrong next to each field, and what was typed stays', async () => {
    const cookie = await account.register('eve@example.org');
    const fields = { name: '\u202eEve', street: '-', city: '', addition: '-', phone: 'call me' };
    const { status, html } = await save(fields, cookie);
    expect(status).to.equal(400);
    for (const field of ['name', 'street', 'city', 'addition'])
      expect(elementWith(html, 'p', `id="${field}-error"`)).to.contain('Enter letters or digits');
    expect(elementWith(html, 'p', 'id="phone-error"')).to.contain('Enter a phone number with at least five digits');
    expect(html).to.contain('value="10115"').and.contain('value="DE" selected');
  });
});
