import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('customers: the desk', () => {
  let shop: TestExtension;
  let token: string;
  let answer: 'permissions' | 'none' | 'error' | 'once' = 'none';
  before(async () => {
    shop = await openExtension('customers', {
      seed: false,
      settings: { registration: 'at-once' },
      locales: ['en-IE', 'de', 'ar'],
      mocks: {
        Query: {
          permissionsOf: () => {
            if (answer === 'error') throw new Error('away');
            if (answer === 'once') {
              answer = 'none';
              return ['customers:write'];
            }
            return answer === 'none' ? [] : ['desk:use'];
          },
        },
      },
    });
    token = await shop.token({ id: 'ann', permissions: ['customers:write', 'desk:use'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    answer = 'none';
    await shop.database.query('delete from customer');
    await shop.database.query(`
      insert into customer (customer_id, name, email, password_hash) values
        (1, 'Ann Bee', 'ann@example.org', 'x'), (2, 'Bea', 'bea_b@example.org', 'x'), (3, 'Ömer', 'oe@example.org', 'x')`);
    await shop.database.query(`
      insert into customer_address (customer_id, name, addition, street, postcode, city, region, phone, country) values
        (1, 'Ann Bee', 'Bee Ltd', 'Main Street 1', '10115', 'Berlin', null, '+49 30 123456', 'DE'),
        (2, 'Bea', null, 'High Road 2', 'D1', 'Dublin', 'Leinster', null, 'IE')`);
  });

  const erase = (id: string, email: string, bearer: string | undefined = token) =>
    shop.rest<{ error?: string }>('POST', `/desk/customers/${id}/deletion`, { body: { email }, token: bearer });
  const isThere = async (id: number) =>
    (await shop.database.query('select from customer where customer_id = $1', [id])).length === 1;

  it('lets in with the permissions of then a member whose role changes meanwhile', async () => {
    answer = 'once';
    const fields = { name: 'Dee', email: 'dee@example.org', password: 'four words are enough' };
    const { cookie } = await shop.form('/customers', fields);
    expect(answer).to.equal('none');
    const statuses = ['/account', '/desk/customers'].map(async (path) => (await shop.page(path, { cookie })).status);
    expect(await Promise.all(statuses)).to.deep.equal([200, 403]);
  });

  describe('the list', () => {
    const list = async (args: string) => {
      const text = `{ deskCustomers(${args}) { total pages customers { id } } }`;
      const { data } = await shop.graphql<{
        deskCustomers: { total: number; pages: number; customers: readonly { id: string }[] };
      }>(text, {}, { token });
      return { ...data?.deskCustomers, customers: data?.deskCustomers.customers.map(({ id }) => id) };
    };

    for (const [args, found] of [
      ['first: 50', { total: 3, pages: 1, customers: ['3', '2', '1'] }],
      ['first: 2, page: 2', { total: 3, pages: 2, customers: ['1'] }],
      ['search: " bee "', { total: 1, pages: 1, customers: ['1'] }],
      ['search: "öM"', { total: 1, pages: 1, customers: ['3'] }],
      ['search: "EXAMPLE.org"', { total: 3, pages: 1, customers: ['3', '2', '1'] }],
      ['search: "a_b"', { total: 1, pages: 1, customers: ['2'] }],
      ['search: "%"', { total: 0, pages: 1, customers: [] }],
      ['page: 9, first: 0', { total: 3, pages: 3, customers: ['1'] }],
    ] as const)
      it(`has the customers of ${args}`, async () => {
        expect(await list(args)).to.deep.equal(found);
      });

    it('reads the addresses of all by one statement', async () => {
      shop.queries();
      const { data } = await shop.graphql(
        '{ deskCustomers { customers { addresses { city removal } } } }',
        {},
        { token },
      );
      expect(data).to.deep.equal({
        deskCustomers: {
          customers: [[], ['Dublin'], ['Berlin']].map((cities) => ({
            addresses: cities.map((city) => ({ city, removal: null })),
          })),
        },
      });
      expect(shop.queries().filter((text) => text.includes('customer_address'))).to.have.lengthOf(1);
    });
  });

  it('is for those who may, in every part', async () => {
    const other = await shop.token({ id: '1', permissions: ['orders:write'] });
    for (const text of ['{ deskCustomers { total } }', '{ deskCustomer(id: "1") { name } }'])
      expect(await shop.graphql(text, {}, { token: other })).to.have.nested.property(
        'errors[0].extensions.code',
        'FORBIDDEN',
      );
    for (const path of ['/desk/customers', '/desk/customers/1']) {
      expect((await shop.page(path)).status).to.equal(401);
      expect((await shop.page(path, { token: other })).status).to.equal(403);
    }
    expect((await shop.rest('GET', '/desk/customers/1/data.json', { token: other })).status).to.equal(403);
    expect((await erase('1', 'ann@example.org', other)).status).to.equal(403);
    expect(await isThere(1)).to.equal(true);
  });

  describe('pages', () => {
    for (const [path, part] of [
      ['/desk/customers', 'href="/desk/customers/2"'],
      ['/desk/customers?page=none', 'Ann Bee'],
      ['/desk/customers?search=none', 'No customer matches.'],
      ['/desk/customers/1', 'Ann Bee, Bee Ltd, Main Street 1, 10115 Berlin, Germany'],
      ['/desk/customers/1', '<bdi dir="ltr">+49 30 123456</bdi>'],
      ['/desk/customers/2', 'Bea, High Road 2, Dublin, Leinster, D1, Ireland'],
      ['/desk/customers/3', 'has no addresses'],
      ['/de/desk/customers', 'Kunden'],
      ['/ar/desk/customers/1', 'حذف الحساب'],
    ] as const)
      it(`shows ${path}`, async () => {
        const { status, html } = await shop.page(path, { token });
        expect(status).to.equal(200);
        expect(html).to.contain(part);
      });

    it('have no other customer', async () => {
      for (const id of ['99', 'none', "'"])
        expect((await shop.page(`/desk/customers/${id}`, { token })).status).to.equal(404);
    });
  });

  describe('the export', () => {
    it('has what is of this customer alone, is not kept, and is recorded', async () => {
      const { status, headers, body } = await shop.rest('GET', '/desk/customers/1/data.json', { token });
      expect([status, headers.get('content-disposition'), headers.get('cache-control')]).to.deep.equal([
        200,
        'attachment; filename=customer-1.json',
        'no-store',
      ]);
      expect(body).to.have.nested.property('account.email', 'ann@example.org');
      expect(body).to.have.nested.property('addresses[0].city', 'Berlin');
      expect(JSON.stringify(body)).to.not.contain('Dublin');
      expect((await shop.records()).at(-1)).to.include({ action: 'customer.exported', subject: 'customer:1' });
    });

    it('is not there for an unknown customer', async () => {
      for (const id of ['99', 'none'])
        expect((await shop.rest('GET', `/desk/customers/${id}/data.json`, { token })).status).to.equal(404);
    });
  });

  describe('the deletion', () => {
    it('removes the account, with a mail and a record, and a second one finds none', async () => {
      expect((await erase('1', ' ANN@example.org')).status).to.equal(200);
      expect([await isThere(1), await isThere(2)]).to.deep.equal([false, true]);
      expect((await shop.records()).at(-1)).to.include({ action: 'customer.deleted', subject: 'customer:1' });
      expect((await shop.mails()).at(-1)).to.include({ to: 'ann@example.org', subject: 'Your account was deleted' });
      expect((await erase('1', 'ann@example.org')).status).to.equal(404);
    });

    it('is mailed in the language of the shop, not in that of the desk', async () => {
      await shop.form('/de/desk/customers/3/deletion', { email: 'oe@example.org' }, { token });
      expect((await shop.mails()).at(-1)).to.include({ to: 'oe@example.org', subject: 'Your account was deleted' });
    });

    it('leads a browser to the list, which says so', async () => {
      const path = '/desk/customers/2/deletion';
      const { status, location = '' } = await shop.form(path, { email: 'bea_b@example.org' }, { token });
      expect([status, location]).to.deep.equal([303, '/desk/customers?saved=erased#saved']);
      expect((await shop.page(location, { token })).html).to.contain('The account is deleted.');
    });

    it('is refused at the field for the address of another customer', async () => {
      const path = '/desk/customers/1/deletion';
      const { status, html } = await shop.form(path, { email: 'bea_b@example.org' }, { token });
      expect(status).to.equal(400);
      expect(elementWith(html, 'p', 'class="desk-error"')).to.contain('not the customer&#x27;s e-mail address');
      expect(elementWith(html, 'input', 'name="email"')).to.contain('value="bea_b@example.org"');
      expect(await isThere(1)).to.equal(true);
    });

    it('is refused for a member of the desk, and while that cannot be seen', async () => {
      for (const [says, status] of [
        ['permissions', 409],
        ['error', 503],
      ] as const) {
        answer = says;
        expect((await erase('1', 'ann@example.org')).status).to.equal(status);
        expect(await isThere(1)).to.equal(true);
      }
    });
  });
});
