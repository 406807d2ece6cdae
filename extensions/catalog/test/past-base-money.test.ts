import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: earlier base prices', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { seed: false });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from product');
    await shop.database.query(`
      insert into product (product_id, name, price_cents, sku, published, publish_at) values
        (1, 'Tea', 1000, 'tea', true, null), (2, 'Cup', 800, 'cup', false, null),
        (3, 'Pot', 900, 'pot', false, now() + interval '1 day')`);
    await shop.database.query(
      "insert into product_variant (sku, product_id, place, price_cents) values ('tea-large', 1, 2, 1900)",
    );
  });

  const change = (what: string) => shop.database.query(`update product set ${what}`);
  const entries = async (...skus: readonly string[]) => {
    const text = 'query ($skus: [ID!]!) { pastBaseMoney(skus: $skus) { sku money until } }';
    interface Past {
      readonly pastBaseMoney: readonly {
        readonly sku: string;
        readonly money: number | null;
        readonly until: string;
      }[];
    }
    const { data, errors } = await shop.ask<Past>(text, { skus });
    expect(errors).to.equal(undefined);
    return data?.pastBaseMoney ?? [];
  };
  const past = async (...skus: readonly string[]) => (await entries(...skus)).filter(({ money }) => money !== null);
  /** How many days ago each SKU was sold first. */
  const soldFor = async (...skus: readonly string[]) =>
    (await entries(...skus))
      .filter(({ money }) => money === null)
      .map(({ sku, until }) => [sku, Math.round((Date.now() - Date.parse(until)) / (24 * 3600 * 1000))]);
  const pricesOf = async (...skus: readonly string[]) => (await past(...skus)).map(({ sku, money }) => [sku, money]);

  it('are none at first, and none of what is not sold', async () => {
    expect(await past('tea', 'tea-large', 'none', 'a\0b')).to.deep.equal([]);
  });

  it('are kept of first and other variants at each change, with its time', async () => {
    await change('price_cents = 900 where product_id = 1');
    await change('price_cents = 950 where product_id = 1');
    await change("name = 'Green tea' where product_id = 1");
    await shop.database.query("update product_variant set price_cents = 1800 where sku = 'tea-large'");
    expect(await pricesOf('tea', 'tea-large')).to.deep.equal([
      ['tea', 1000],
      ['tea', 900],
      ['tea-large', 1900],
    ]);
    const [first] = await past('tea');
    expect(Date.now() - Date.parse(first?.until ?? '')).to.be.within(-1000, 60_000);
  });

  it('are those that shoppers have seen', async () => {
    await change('price_cents = price_cents + 1 where product_id > 1');
    expect(await past('cup', 'pot')).to.deep.equal([]);
  });

  it('end when a product becomes a draft again, of all its variants', async () => {
    await change('published = false where product_id = 1');
    await change('price_cents = 1 where product_id = 1');
    await change('published = true, price_cents = 1100 where product_id = 1');
    expect(await pricesOf('tea', 'tea-large')).to.deep.equal([
      ['tea', 1000],
      ['tea-large', 1900],
    ]);
  });

  it('end when a product is hidden', async () => {
    await change("hide_at = now() - interval '3 days' where product_id = 1");
    await change('price_cents = 1 where product_id = 1');
    await change('price_cents = 2 where product_id = 1');
    expect(await pricesOf('tea')).to.deep.equal([['tea', 1000]]);
    expect(Date.now() - Date.parse((await past('tea'))[0]?.until ?? '')).to.be.above(2.9 * 24 * 3600 * 1000);
  });

  it('follow another SKU, and go with the product', async () => {
    await change("price_cents = 900, sku = 'green' where product_id = 1");
    expect(await pricesOf('tea', 'green')).to.deep.equal([['green', 1000]]);
    await shop.database.query('delete from product');
    expect(await shop.database.query('select sku from past_base_price')).to.deep.equal([]);
  });

  it('are forgotten after 400 days, at the next change', async () => {
    await change('price_cents = 900 where product_id = 1');
    for (const days of [401, 399])
      await shop.database.query(
        `insert into past_base_price (sku, sold_until, price_cents) values ('tea', now() - interval '${days} days', ${days})`,
      );
    await change('price_cents = 950 where product_id = 1');
    expect(await pricesOf('tea')).to.deep.equal([
      ['tea', 399],
      ['tea', 1000],
      ['tea', 900],
    ]);
  });

  it('begin on the first day of sale, which is that of the variant or of its product', async () => {
    expect(await soldFor('tea', 'tea-large', 'cup', 'pot')).to.deep.equal([
      ['tea', 0],
      ['tea-large', 0],
    ]);
    await change("first_shown = now() - interval '9 days' where product_id = 1");
    await shop.database.query("update product_variant set added_at = now() - interval '10 days' where sku = 'tea'");
    expect(await soldFor('tea', 'tea-large')).to.deep.equal([
      ['tea', 9],
      ['tea-large', 0],
    ]);
    await change("first_shown = '-infinity' where product_id = 1");
    await shop.database.query("update product_variant set added_at = '-infinity'");
    expect(await soldFor('tea', 'tea-large')).to.deep.equal([]);
  });

  it('begin when a draft is published, by hand or at its time, and not again', async () => {
    await shop.database.query("update product_variant set added_at = '-infinity'");
    await change("publish_at = now() - interval '3 days' where product_id = 3");
    await change('published = true where product_id = 2');
    const days = [
      ['cup', 0],
      ['pot', 3],
    ];
    expect(await soldFor('cup', 'pot')).to.deep.equal(days);
    for (const published of [true, false, true]) await change(`published = ${published} where product_id > 1`);
    expect(await soldFor('cup', 'pot')).to.deep.equal(days);
  });
});
