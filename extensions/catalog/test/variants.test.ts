import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: variants', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
  });
  after(() => shop.close());

  const variantsOf = (productId: string) => `{ product(id: ${productId}) { money variants { sku label money } } }`;

  it('come in order, the first with SKU and price of the product', async () => {
    expect(await shop.graphql(variantsOf('1011'))).to.deep.equal({
      data: {
        product: {
          money: 1490,
          variants: [
            { sku: 'MIN-MGCIT-120', label: '120 capsules', money: 1490 },
            { sku: 'MIN-MGCIT-60', label: '60 capsules', money: 890 },
            { sku: 'MIN-MGCIT-240', label: '240 capsules', money: 2690 },
          ],
        },
      },
    });
  });

  it('are one without a label where a product has one size', async () => {
    const variants = [{ sku: 'VIT-D3K2-20', label: null, money: 1690 }];
    expect((await shop.graphql(variantsOf('1003'))).data).to.deep.equal({ product: { money: 1690, variants } });
  });

  it('are there for every product', async () => {
    const left = 'select product_id from product except select product_id from product_variant where place = 1';
    expect(await shop.database.query(left)).to.deep.equal([]);
  });

  it('have labels in the language of the answer', async () => {
    const text = '{ variant(sku: "MIN-MGCIT-60") { label product { name } } }';
    const { data } = await shop.graphql(text, {}, { headers: { 'accept-language': 'de' } });
    expect(data).to.deep.equal({ variant: { label: '60 Kapseln', product: { name: 'Magnesiumcitrat' } } });
  });

  for (const sku of ['', 'NONE', 'a\0b', "'"])
    it(`are none for the SKU ${JSON.stringify(sku)}`, async () => {
      const answer = await shop.graphql('query ($sku: ID!) { variant(sku: $sku) { sku } }', { sku });
      expect(answer).to.deep.equal({ data: { variant: null } });
    });

  it('take one statement more for a list, with their products', async () => {
    shop.queries();
    await shop.graphql('{ products(first: 50) { nodes { money variants { sku product { name } } } } }');
    expect(shop.queries()).to.have.lengthOf(2);
  });

  it('come with one product, and with their own product, by its statement', async () => {
    for (const text of [
      '{ product(id: "1011") { variants { sku } related { name } } }',
      '{ variant(sku: "MIN-MGCIT-60") { product { name } } }',
    ]) {
      shop.queries();
      await shop.graphql(text, {}, { headers: { 'accept-language': 'de' } });
      expect(shop.queries(), text).to.have.lengthOf(1);
    }
  });

  it('follow their product when it is written', async () => {
    await shop.database.query("insert into product (name, price_cents, sku) values ('Quince', 100, 'Q-1')");
    await shop.database.query("update product set sku = 'Q-2', price_cents = 200 where sku = 'Q-1'");
    const { data } = await shop.graphql('{ old: variant(sku: "Q-1") { sku } new: variant(sku: "Q-2") { money } }');
    expect(data).to.deep.equal({ old: null, new: { money: 200 } });
    await shop.database.query("delete from product where sku = 'Q-2'");
  });

  it('tell what they cost at first, and extensions alone how they are taxed', async () => {
    const text = '{ variant(sku: "ACC-SHAK-700") { baseMoney taxClass product { baseMoney taxClass } } }';
    const facts = { baseMoney: 890, taxClass: 'standard' };
    expect(await shop.ask(text)).to.deep.equal({ data: { variant: { ...facts, product: facts } } });
    expect((await shop.graphql(text)).errors).to.have.lengthOf(2);
  });
});
