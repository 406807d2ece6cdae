import { expect } from 'chai';
import { StoaError } from 'stoa';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Note {
  readonly id: string;
  readonly text: string;
  readonly author: string | null;
  readonly isOwn: boolean;
}

describe('notes', () => {
  const order = '/desk/notes/order/1';
  const customer = '/desk/notes/customer/7';
  let shop: TestExtension;
  let isAway = false;
  let ann: string;
  let bob: string;
  before(async () => {
    const me = () => {
      if (isAway) throw new StoaError('UNAVAILABLE', 'It is away.');
      return { id: 'ann', name: 'Ann' };
    };
    const mocks = { Query: { me, order: { id: '1' }, deskCustomer: { id: '7' } } };
    shop = await openExtension('notes', { locales: ['en-IE', 'de', 'ar'], mocks });
    [ann = '', bob = ''] = await Promise.all(
      ['ann', 'bob'].map((id) =>
        shop.token({ id, permissions: ['notes:write', 'orders:write', 'customers:write', 'desk:use'] }),
      ),
    );
  });
  after(() => shop.close());
  beforeEach(() => shop.database.query('delete from note'));

  const add = async (path: string, text: string, token = ann) =>
    (await shop.rest('POST', path, { body: { text }, token })).status;
  const notesOf = async (kind: string, id: string) => {
    const text = 'query ($kind: String!, $id: ID!) { notes(kind: $kind, id: $id) { id text author isOwn } }';
    const { data } = await shop.graphql<{ notes: readonly Note[] }>(text, { kind, id }, { token: ann });
    return data?.notes ?? [];
  };

  it('are about one thing, the newest first, with their author, and in the records without their text', async () => {
    for (const text of ['first', ' second ']) expect(await add(order, text)).to.equal(201);
    const notes = await notesOf('order', '1');
    expect(notes.map(({ text, author, isOwn }) => [text, author, isOwn])).to.deep.equal([
      ['second', 'Ann', true],
      ['first', 'Ann', true],
    ]);
    for (const [kind, id] of [
      ['order', '2'],
      ['customer', '1'],
    ] as const)
      expect(await notesOf(kind, id)).to.deep.equal([]);
    const { action, subject, to } = (await shop.records()).at(-1) ?? {};
    expect({ action, subject, to }).to.deep.equal({
      action: 'note.added',
      subject: 'order:1',
      to: { note: notes[0]?.id },
    });
  });

  it('are removed by their author alone', async () => {
    await add(order, 'of Bob', bob);
    await add(order, 'of Ann');
    const [own, other] = await notesOf('order', '1');
    const remove = async (note?: string, path = order) =>
      (await shop.rest('POST', `${path}/removal`, { body: { note }, token: ann })).status;
    expect([await remove(other?.id), await remove(own?.id, customer), own?.isOwn, other?.isOwn]).to.deep.equal([
      403,
      200,
      true,
      false,
    ]);
    expect(await notesOf('order', '1')).to.have.lengthOf(2);
    expect([await remove(own?.id), await remove(own?.id)]).to.deep.equal([200, 200]);
    expect((await notesOf('order', '1')).map(({ text }) => text)).to.deep.equal(['of Bob']);
  });

  it('are neither blank nor too long, and the form that is refused keeps what was typed', async () => {
    expect(await add(order, 'x'.repeat(2000))).to.equal(201);
    for (const text of ['', '  ', 'x'.repeat(2001)]) expect(await add(order, text)).to.equal(400);
    const { status, html } = await shop.form(order, { text: `Kept ${'x'.repeat(2000)}` }, { token: ann });
    expect([status, html.includes('>Kept x')]).to.deep.equal([400, true]);
    expect(html).to.contain('Write a note of at most 2,000 characters.');
  });

  it('have line breaks that count as one character each', async () => {
    const text = `${'x'.repeat(1998)}\r\ny`;
    expect((await shop.form(order, { text }, { token: ann })).status).to.equal(303);
    expect((await notesOf('order', '1'))[0]?.text).to.equal(text.replace('\r', ''));
    expect((await shop.form(order, { text: `${text}y` }, { token: ann })).status).to.equal(400);
  });

  it('are not written while the name of their author cannot be had', async () => {
    isAway = true;
    const status = await add(order, 'of Ann');
    isAway = false;
    expect(status).to.equal(503);
    expect(await notesOf('order', '1')).to.deep.equal([]);
  });

  it('are of those alone who may', async () => {
    const other = await shop.token({ permissions: ['orders:write'] });
    for (const token of ['', other])
      for (const path of [order, `${order}/removal`])
        expect((await shop.rest('POST', path, { body: { text: 'x', note: '1' }, token })).status).to.be.oneOf([
          401, 403,
        ]);
    expect(
      (await shop.graphql('{ notes(kind: "order", id: "1") { id } }', {}, { token: other })).errors,
    ).to.have.lengthOf(1);
    expect((await shop.page('/desk/orders/1', { token: other })).html).to.not.contain('name="text"');
  });

  it('have a section on the pages of order and customer, to which their form leads back', async () => {
    for (const [path, page, title] of [
      [order, '/desk/orders/1', 'Notes'],
      [customer, '/desk/customers/7', 'Notes'],
      ['/desk/notes/product/1', '/desk/notes/product/1', 'Notes'],
      [order, '/desk/orders/1', 'Notizen'],
      [customer, '/desk/customers/7', 'الملاحظات'],
    ] as const) {
      const form = { text: '<b>bold</b>', key: 'k' };
      for (let time = 0; time < 2; time++)
        expect((await shop.form(path, form, { token: ann })).location).to.equal(`${page}?saved=note#saved`);
      const prefix = { Notes: '', Notizen: '/de', الملاحظات: '/ar' }[title];
      const { html } = await shop.page(prefix + page, { token: ann });
      expect(html).to.contain(`>${title}<`).and.contain('&lt;b&gt;bold&lt;/b&gt;').and.contain('Ann');
    }
    expect(await notesOf('order', '1')).to.have.lengthOf(1);
  });

  it('about a customer are in the export, and go with the account; its author has no name then', async () => {
    await add(customer, 'calls at night');
    await add(order, 'by one who leaves');
    const { data } = await shop.ask<{ customerRecords: { topic: string; json: string }[] }>(
      '{ customerRecords(customer: "7") { topic json } }',
    );
    const json = data?.customerRecords.find(({ topic }) => topic === 'notes')?.json;
    expect(json).to.contain('calls at night').and.not.contain('Ann');
    await shop.publish('customer.deleted', { customerId: '7' });
    await shop.publish('customer.deleted', { customerId: 'ann' });
    expect(await notesOf('customer', '7')).to.deep.equal([]);
    expect((await notesOf('order', '1')).map(({ author }) => author)).to.deep.equal([null]);
  });
});
