import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('stock: the desk', () => {
  let stock: TestExtension;
  let token: string;
  before(async () => {
    stock = await openExtension('stock', {
      seed: false,
      mocks: { Product: { variants: [{ sku: 'A' }, { sku: 'none' }] } },
    });
    token = await stock.token({ permissions: ['stock:write'] });
  });
  after(() => stock.close());
  beforeEach(async () => {
    await stock.database.query('delete from level');
    await stock.database.query(
      "insert into level (sku, on_hand, reserved) values ('A', 10, 4), ('B_1', 2, 0), ('BX', 9, 0)",
    );
  });

  const paths = ['/desk/stock/A', '/desk/products/1/stock'];
  const count = (path: string, body: object, bearer: string | undefined = token) =>
    stock.rest<{ error?: string }>('POST', path, { body: { sku: 'A', ...body }, token: bearer });
  const onHand = async () => {
    const [row] = await stock.database.query<{ on_hand: number }>("select on_hand from level where sku = 'A'");
    return row?.on_hand;
  };

  for (const path of paths) {
    it(`counts anew with a reason, and writes it down once: ${path}`, async () => {
      for (let time = 0; time < 2; time++)
        expect((await count(path, { onHand: 12, seen: '10', reason: 'delivery' })).status).to.equal(200);
      expect(await onHand()).to.equal(12);
      const records = (await stock.records()).slice(-2);
      expect(records.at(-1)).to.deep.include({
        ...{ action: 'stock.counted', subject: 'sku:A', from: { onHand: 10 } },
        to: { onHand: 12, reason: 'delivery' },
      });
      expect(records.filter(({ action }) => action === 'stock.counted').length).to.equal(records.length);
    });

    it(`refuses a number that was changed meanwhile: ${path}`, async () => {
      const { status, body } = await count(path, { onHand: 12, seen: '9', reason: 'count' });
      expect([status, await onHand()]).to.deep.equal([409, 10]);
      expect(body.error).to.contain('has changed since');
    });

    for (const [what, body, status] of [
      ['less than orders hold', { onHand: 3, seen: '10', reason: 'count' }, 409],
      ['a negative number', { onHand: -1, seen: '10', reason: 'count' }, 400],
      ['no reason', { onHand: 12, seen: '10' }, 400],
      ['another reason', { onHand: 12, seen: '10', reason: 'why' }, 400],
      ['no number', { onHand: 12, seen: 'ten', reason: 'count' }, 400],
    ] as const)
      it(`refuses ${what}: ${path}`, async () => {
        expect((await count(path, body)).status).to.equal(status);
        expect(await onHand()).to.equal(10);
      });

    it(`is for those who may: ${path}`, async () => {
      const other = await stock.token({ permissions: ['catalog:write'] });
      expect((await count(path, { onHand: 12, reason: 'count' }, other)).status).to.equal(403);
    });
  }

  it('begins to count a SKU that was not counted', async () => {
    const body = { onHand: 3, seen: '', reason: 'count' };
    expect((await stock.rest('POST', '/desk/stock/NEW', { body, token })).status).to.equal(200);
    expect((await stock.records()).at(-1)).to.deep.include({ subject: 'sku:NEW', from: { onHand: null } });
  });

  it('writes down what setStock counts', async () => {
    await stock.graphql('mutation { setStock(sku: "A", onHand: 11) { onHand } }', {}, { token });
    expect((await stock.records()).at(-1)).to.deep.include({ action: 'stock.counted', from: { onHand: 10 } });
  });

  it('shows the levels of variants, by one statement, to those who may', async () => {
    stock.queries();
    const text = '{ product(id: "1") { variants { level { onHand reserved } } } }';
    const { data } = await stock.graphql(text, {}, { token });
    expect(data).to.deep.equal({ product: { variants: [{ level: { onHand: 10, reserved: 4 } }, { level: null }] } });
    expect(stock.queries()).to.have.lengthOf(1);
    expect(await stock.graphql(text)).to.have.nested.property('errors[0].extensions.code', 'UNAUTHENTICATED');
  });

  it('lists levels, the lowest first, and those that run out', async () => {
    const list = async (args: string) =>
      (await stock.graphql(`{ stockLevels(${args}) { total levels { sku } } }`, {}, { token })).data?.stockLevels;
    expect(await list('low: true')).to.deep.equal({ total: 1, levels: [{ sku: 'B_1' }] });
    expect(await list('search: "b"')).to.deep.equal({ total: 2, levels: [{ sku: 'B_1' }, { sku: 'BX' }] });
    expect(await list('search: "b_"')).to.deep.equal({ total: 1, levels: [{ sku: 'B_1' }] });
    expect(await list('first: 1, page: 2')).to.deep.equal({ total: 3, levels: [{ sku: 'A' }] });
  });

  it('lists the last page in place of one that is gone', async () => {
    const text = '{ stockLevels(first: 2, page: 9) { total pages levels { sku } } }';
    const { data } = await stock.graphql(text, {}, { token });
    expect(data?.stockLevels).to.deep.equal({ total: 3, pages: 2, levels: [{ sku: 'BX' }] });
  });
});
