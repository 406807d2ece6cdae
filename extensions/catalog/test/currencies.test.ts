import { amountIn } from '@stoa/desk-ui/money';
import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

/** Currencies, a price as people write it, its smallest units, what pages say, and a price with too many decimals. */
const currencies = [
  ['EUR', '12.90', 1290, '€12.90', '12.905'],
  ['JPY', '1290', 1290, '¥1,290', '12.9'],
  ['KWD', '12.905', 12_905, 'KWD 12.905', '12.9055'],
] as const;

for (const [currency, typed, units, shown, wrong] of currencies)
  describe(`catalog: prices in ${currency}`, () => {
    let shop: TestExtension;
    let token: string;
    let id: string;
    before(async () => {
      shop = await openExtension('catalog', { currency });
      token = await shop.token({ permissions: ['catalog:write'] });
      id = (await add('TEA', typed)).body.data.productId;
    });
    after(() => shop.close());

    const post = (path: string, body: object) =>
      shop.rest<{ data: { productId: string }; error?: string }>('POST', `/desk/${path}`, { body, token });
    const add = (sku: string, price: string) =>
      post('products', { sku, name: sku, price, taxClass: 'standard', published: true });
    const csv = async (init?: RequestInit, query = '') =>
      await fetch(`${shop.url}/desk/products.csv${query}`, { ...init, headers: { authorization: `Bearer ${token}` } });
    const moneyOf = async (sku: string) =>
      await shop.database.query('select price_cents as money from product where sku = $1', [sku]);

    it('are what was typed', async () => {
      const text = 'query ($id: ID!) { product(id: $id) { price money } }';
      const product = { price: Number(typed), money: units };
      expect((await shop.graphql(text, { id })).data).to.deep.equal({ product });
    });

    it('are on the page, and in what search engines read', async () => {
      const { html } = await shop.page(`/products/${id}`);
      expect(html.replaceAll('\u00a0', ' ')).to.contain(shown).and.to.contain(`"price":"${typed}"`);
    });

    it('stand in the form as they were typed', async () => {
      const { html } = await shop.page(`/desk/products/${id}`, { token });
      expect(html).to.contain(`value="${typed}"`);
    });

    it('have no more decimals than the currency', async () => {
      const { status, body } = await add('OTHER', wrong);
      expect(status).to.equal(400);
      expect(body.error).to.contain('no more decimals than the currency has');
      expect((await add('OTHER', '1,290')).status).to.equal(400);
    });

    it('of variants are read in the same way', async () => {
      expect((await post(`products/${id}/variants`, { sku: 'TEA-2', label: 'Two', price: typed })).status).to.equal(
        201,
      );
      const { data } = await shop.graphql('{ variant(sku: "TEA-2") { money } }');
      expect(data).to.deep.equal({ variant: { money: units } });
    });

    it('come back from a CSV file as they went', async () => {
      const text = await (await csv()).text();
      expect(text).to.contain(`"${typed}"`);
      const same = (await (await csv({ method: 'POST', body: text }, '?apply=true')).json()) as object;
      expect(same).to.nested.include({ 'data.added': 0, 'data.changed': 0, 'data.applied': true });
      const more = `sku,name,price\r\nFILE,File,${typed}`;
      expect((await csv({ method: 'POST', body: more }, '?apply=true')).status).to.equal(200);
      expect(await moneyOf('FILE')).to.deep.equal([{ money: units }]);
      const refused = (await (
        await csv({ method: 'POST', body: `sku,name,price\r\nNO,No,${wrong}` }, '?apply=true')
      ).json()) as object;
      expect(refused).to.nested.include({ 'data.errors[0].field': 'price', 'data.errors[0].value': wrong });
      expect(await moneyOf('NO')).to.deep.equal([]);
    });
  });

describe('catalog: prices as people write them', () => {
  for (const typed of ['12.90', '12,9', '١٢٫٩٠', '۱۲٫۹۰', '１２．９０'])
    it(`are read: ${typed}`, () => {
      expect(amountIn(typed, 2)).to.equal(1290);
    });

  for (const typed of ['12²', '①', 'much', '1,290', '12.905'])
    it(`are refused: ${typed}`, () => {
      expect(amountIn(typed, 2)).to.equal(undefined);
    });
});
