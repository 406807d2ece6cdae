import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('pricing: the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('pricing', {
      mocks: {
        Product: {
          variants: [
            { sku: 'A', baseMoney: 1000 },
            { sku: 'B', baseMoney: 2000 },
          ],
        },
      },
    });
    token = await shop.token({ permissions: ['pricing:write'] });
  });
  after(() => shop.close());

  const post = (path: string, body: object = {}) =>
    shop.rest<{ error?: string; data: { priceListId: string } }>('POST', `/desk/${path}`, { body, token });
  const ask = async <Data>(text: string) => (await shop.graphql<Data>(text, {}, { token })).data;
  const lastRecord = async () => (await shop.records()).at(-1);
  interface List {
    readonly priceListId: string;
    readonly name: string;
    readonly from: string;
    readonly isNow: boolean;
    readonly version: string;
  }
  const lists = async () =>
    (await ask<{ priceLists: readonly List[] }>('{ priceLists { priceListId name from until isNow version } }'))
      ?.priceLists ?? [];
  const listOf = async (name: string) => (await lists()).find((list) => list.name === name);
  const prices = async () => {
    const text = '{ product(id: "1") { variants { money listPrices { name money isNow } } } }';
    return (await ask<{ product: { variants: readonly object[] } }>(text))?.product.variants;
  };

  it('is closed to others: each field and each route', async () => {
    for (const bearer of [undefined, await shop.token({ permissions: ['catalog:write'] })]) {
      for (const field of [
        'priceLists { name }',
        'vouchers { total }',
        'product(id: "1") { variants { listPrices { name } } }',
      ])
        expect(await shop.graphql(`{ ${field} }`, {}, { token: bearer })).to.have.nested.property('errors[0]');
      for (const path of [
        'price-lists',
        'price-lists/1',
        'vouchers',
        'vouchers/TEA5/end',
        'products/1/prices',
        'products/1/prices/removal',
      ])
        expect((await shop.rest('POST', `/desk/${path}`, { body: {}, token: bearer })).status).to.be.oneOf([401, 403]);
    }
  });

  it('adds a price list', async () => {
    const { status, body } = await post('price-lists', {
      name: 'Summer',
      priority: 20,
      from: '2026-06-01T00:00+01:00',
      until: '2999-01-01',
    });
    expect(status).to.equal(201);
    expect(await listOf('Summer')).to.deep.include({ priceListId: body.data.priceListId, isNow: true });
    expect(new Date((await listOf('Summer'))?.from ?? '').toISOString()).to.equal('2026-05-31T23:00:00.000Z');
    expect(await lastRecord()).to.deep.include({ action: 'price-list.added' });
  });

  it('takes times as those of the shop, unless they have an offset', async () => {
    const text = 'select shop_time($1, $2)::text as at';
    for (const [time, at] of [
      ['2026-06-01T08:00', '2026-06-01T07:00:00.000Z'],
      ['2026-06-01T08:00Z', '2026-06-01T08:00:00.000Z'],
    ]) {
      const [row] = await shop.database.query<{ at: string }>(text, [time, 'Europe/Dublin']);
      expect(new Date(row?.at ?? '').toISOString()).to.equal(at);
    }
  });

  for (const [what, form, status] of [
    ['a taken name', { name: 'Summer' }, 409],
    ['an end before its beginning', { name: 'X', from: '2026-06-01T00:00', until: '2026-05-01T00:00' }, 400],
    ['a time that is none', { name: 'X', from: '2026-02-31T00:00' }, 400],
    ['no name', { name: ' ' }, 400],
  ] as const)
    it(`refuses a price list with ${what}`, async () => {
      const before = await lists();
      expect((await post('price-lists', form)).status).to.equal(status);
      expect(await lists()).to.deep.equal(before);
    });

  it('sets a price in a list, which then counts, and writes it down once', async () => {
    const list = (await listOf('Summer'))?.priceListId;
    for (let time = 0; time < 2; time++)
      expect((await post('products/1/prices', { sku: 'A', list, price: '7,5', seen: '' })).status).to.equal(200);
    expect(await prices()).to.deep.equal([
      { money: 750, listPrices: [{ name: 'Summer', money: 750, isNow: true }] },
      { money: 2000, listPrices: [] },
    ]);
    const records = (await shop.records()).filter(({ subject }) => subject === 'sku:A');
    expect(records.map(({ to }) => to)).to.deep.equal([{ list, amount: 750 }]);
  });

  it('refuses a price that was changed meanwhile, and lists that are not there', async () => {
    const list = (await listOf('Summer'))?.priceListId;
    expect((await post('products/1/prices', { sku: 'A', list, price: '8', seen: '' })).status).to.equal(409);
    expect((await post('products/1/prices', { sku: 'A', list, price: '8.123', seen: '7.50' })).status).to.equal(400);
    expect((await post('products/1/prices', { sku: 'A', list: '999999', price: '8' })).status).to.equal(400);
    expect((await prices())?.[0]).to.deep.include({ money: 750 });
  });

  it('ends a list, and the base price counts again', async () => {
    const list = await listOf('Summer');
    const form = { name: 'Summer', priority: 20, from: '2026-06-01T00:00', until: '2026-07-01T00:00' };
    const path = `price-lists/${list?.priceListId}`;
    expect((await post(path, { ...form, version: 'old' })).status).to.equal(409);
    for (let time = 0; time < 2; time++)
      expect((await post(path, { ...form, version: list?.version })).status).to.equal(200);
    expect((await prices())?.[0]).to.deep.equal({
      money: 1000,
      listPrices: [{ name: 'Summer', money: 750, isNow: false }],
    });
    expect((await shop.records()).filter(({ action }) => action === 'price-list.changed')).to.have.lengthOf(1);
    expect((await post('price-lists/999999', { ...form, version: '-' })).status).to.equal(404);
  });

  it('takes a SKU out of a list', async () => {
    const body = { sku: 'A', list: (await listOf('Summer'))?.priceListId };
    expect((await post('products/1/prices/removal', body)).status).to.equal(200);
    expect(await lastRecord()).to.deep.include({ action: 'price.removed', subject: 'sku:A' });
    expect((await post('products/1/prices/removal', body)).status).to.equal(404);
  });

  const voucher = { code: 'autumn-1', kind: 'VOUCHER_PERCENT', amount: '12.5', onceEach: false, mostUses: 10 };

  it('creates a voucher once, and ends it', async () => {
    for (let time = 0; time < 2; time++) expect((await post('vouchers', voucher)).status).to.equal(201);
    const found = () => ask('{ vouchers(search: "aut") { total vouchers { code amount mostUses uses isUsable } } }');
    const row = { code: 'AUTUMN-1', amount: 1250, mostUses: 10, uses: 0 };
    expect(await found()).to.deep.equal({ vouchers: { total: 1, vouchers: [{ ...row, isUsable: true }] } });
    for (let time = 0; time < 2; time++) expect((await post('vouchers/AUTUMN-1/end')).status).to.equal(200);
    expect((await post('vouchers', voucher)).status).to.equal(409);
    expect(await found()).to.deep.equal({ vouchers: { total: 1, vouchers: [{ ...row, isUsable: false }] } });
    const records = (await shop.records()).filter(({ subject }) => subject === 'voucher:AUTUMN-1');
    expect(records.map(({ action }) => action)).to.deep.equal(['voucher.created', 'voucher.ended']);
    expect((await post('vouchers/NONE/end')).status).to.equal(404);
  });

  it('creates one voucher of two forms at once', async () => {
    const form = { ...voucher, code: 'TWICE' };
    const answers = await Promise.all([post('vouchers', form), post('vouchers', form)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201]);
  });

  it('creates a voucher of the same times once, and refuses its code with other times', async () => {
    const dated = { ...voucher, code: 'DATED', from: '2998-01-01T00:00', until: '2999-01-01' };
    const { from, until, ...whenever } = dated;
    const statuses = [];
    const open = { ...voucher, code: 'OPEN' };
    for (const form of [
      ...[dated, dated, { ...dated, from: '2998-01-02' }, { ...dated, until: '2999-01-02' }],
      ...[whenever, { ...whenever, until }, { ...whenever, from }, open, { ...open, from }, { ...open, until }],
    ])
      statuses.push((await post('vouchers', form)).status);
    expect(statuses).to.deep.equal([201, 201, 409, 409, 409, 409, 409, 201, 409, 409]);
  });

  it('ends a voucher that has not begun', async () => {
    await post('vouchers', { ...voucher, code: 'LATER', from: '2999-01-01T00:00' });
    expect((await post('vouchers/LATER/end')).status).to.equal(200);
  });

  for (const [what, change, status] of [
    ['a taken code', { code: 'TEA5' }, 409],
    ['a code with blanks', { code: 'a b' }, 400],
    ['more than 100 percent', { amount: '101' }, 400],
    ['nothing', { amount: '0' }, 400],
    ['another kind', { kind: 'GIFT' }, 400],
    ['an end before its beginning', { from: '2026-06-01', until: '2026-05-01' }, 400],
  ] as const)
    it(`refuses a voucher with ${what}`, async () => {
      expect((await post('vouchers', { ...voucher, code: 'NEW', ...change })).status).to.equal(status);
      expect(await ask('{ vouchers(search: "NEW") { total } }')).to.deep.equal({ vouchers: { total: 0 } });
    });
});
