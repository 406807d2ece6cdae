import { expect } from 'chai';
import { openExtension } from 'stoa/testing';

describe('pricing: amounts in yen', () => {
  it('have no decimals: those of lists, of their CSV files, and of vouchers', async () => {
    await using shop = await openExtension('pricing', {
      currency: 'JPY',
      seed: false,
      mocks: { Product: { sku: 'A', baseMoney: 2000, variants: [{ sku: 'A', baseMoney: 2000 }] } },
    });
    const token = await shop.token({ permissions: ['pricing:write'] });
    const post = (path: string, body: object) =>
      shop.rest<{ data: { priceListId: string } }>('POST', `/desk/${path}`, { body, token });
    const form = { name: 'Summer', priority: 1, from: '2026-06-01T00:00' };
    const list = (await post('price-lists', form)).body.data.priceListId;
    const price = { sku: 'A', list, price: '750' };
    expect((await post('products/1/prices', { ...price, price: '7.50' })).status).to.equal(400);
    expect((await post('products/1/prices', price)).status).to.equal(200);
    const amounts = async () => await shop.database.query('select sku, amount from list_price order by sku');
    expect(await amounts()).to.deep.equal([{ sku: 'A', amount: 750 }]);
    const { data } = await shop.graphql('{ product(id: "1") { money price } }');
    expect(data).to.deep.equal({ product: { money: 750, price: 750 } });

    const address = `${shop.url}/desk/price-lists/${list}/prices.csv`;
    const headers = { authorization: `Bearer ${token}` };
    const csv = await (await fetch(address, { headers })).text();
    expect(csv).to.contain('"A","750"');
    const body = `${csv}B,1290,,\r\n`;
    const answer: unknown = await (await fetch(`${address}?apply=true`, { method: 'POST', headers, body })).json();
    expect(answer).to.nested.include({ 'data.same': 1, 'data.added': 1, 'data.applied': true });
    expect(await amounts()).to.deep.equal([
      { sku: 'A', amount: 750 },
      { sku: 'B', amount: 1290 },
    ]);

    const voucher = { onceEach: false };
    expect(
      (await post('vouchers', { ...voucher, code: 'YEN', kind: 'VOUCHER_AMOUNT', amount: '500' })).status,
    ).to.equal(201);
    const percent = { ...voucher, code: 'TEN', kind: 'VOUCHER_PERCENT', amount: '12.5' };
    expect((await post('vouchers', percent)).status).to.equal(201);
    expect(await shop.database.query('select code, amount from voucher order by code')).to.deep.equal([
      { code: 'TEN', amount: 1250 },
      { code: 'YEN', amount: 500 },
    ]);
  });
});
