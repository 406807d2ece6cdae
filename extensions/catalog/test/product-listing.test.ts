import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const columns = 'product_id, category_id, name, sku, price_cents, value_ids, shown_from, shown_until';

describe('catalog: what lists read of products', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog');
  });
  after(() => shop.close());

  /** Rows of `product` that lists do not know as they are, and rows that are left over. */
  const differing = () =>
    shop.database.query(
      `(select ${columns} from product except select ${columns} from product_listing)
       union all (select ${columns} from product_listing except select ${columns} from product)`,
    );

  it('is there for the products of before', async () => {
    expect(await shop.database.query('select from product_listing')).to.have.length.greaterThan(10);
    expect(await differing()).to.deep.equal([]);
  });

  for (const change of [
    `insert into product (product_id, name, price_cents, sku) values (7001, 'New', 100, 'NEW')`,
    `update product set name = 'Another' where product_id = 7001`,
    `update product set sku = 'ANOTHER' where product_id = 7001`,
    'update product set price_cents = 200 where product_id = 7001',
    "update product set value_ids = '{65537}' where product_id = 7001",
    'update product set published = false where product_id = 7001',
    "update product set publish_at = now() + interval '1 hour' where product_id = 7001",
    "update product set hide_at = now() + interval '2 hours' where product_id = 7001",
    `update product set category_id = (select min(category_id) from category) where product_id = 7001`,
    'delete from category where category_id = (select category_id from product where product_id = 7001)',
    'delete from product where product_id = 7001',
  ])
    it(`follows: ${change}`, async () => {
      const [before, after] = [await read(), await shop.database.query(change).then(read)];
      expect(after, 'the change changes something').to.not.deep.equal(before);
      expect(await differing()).to.deep.equal([]);
    });

  const read = () => shop.database.query(`select ${columns} from product where product_id = 7001`);
});
