import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: slugs', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
    await shop.database.query(`insert into product (product_id, name, price_cents, sku) values
      (9001, 'Crème brûlée & Tea – 2 × 50 g', 100, 'A'), (9002, 'Twin', 100, 'B'), (9003, 'Twin', 100, 'C'),
      (9004, '1000', 100, 'D'), (9005, 'شاي', 100, 'E')`);
  });
  after(() => shop.close());

  async function slugsOf(ids: readonly string[]): Promise<readonly unknown[]> {
    const rows = await shop.database.query<{ slug: string | null }>(
      'select slug from product where product_id = any($1::bigint[]) order by product_id',
      [ids],
    );
    return rows.map(({ slug }) => slug);
  }

  it('come from names, each but once', async () => {
    expect(await slugsOf(['1001', '1006', '9001', '9002', '9003', '9004', '9005'])).to.deep.equal([
      'vitamin-c-1000-mg',
      'folic-acid-400-ug',
      'creme-brulee-tea-2-x-50-g',
      'twin',
      'twin-9003',
      null,
      null,
    ]);
  });

  it('are there for all products of the demonstration', async () => {
    const rows = await shop.database.query('select 1 from product where product_id < 9000 and slug is null');
    expect(rows).to.deep.equal([]);
  });

  it('are not those of two products, no id, and nothing that an address would encode', async () => {
    for (const slug of ['twin', '12', 'Tea', 'a b', '-a', '']) {
      const update = shop.database.query('update product set slug = $1 where product_id = 9003', [slug]);
      expect(await update.then(() => 'taken', String), slug).to.match(/constraint/);
    }
  });

  it('stand for the product, as its id does, with one statement', async () => {
    for (const fields of ['productId slug', 'productId slug variants { sku }']) {
      shop.queries();
      const { data } = await shop.graphql<{ product: unknown }>(`{ product(id: "vitamin-c-1000-mg") { ${fields} } }`);
      expect(data?.product).to.deep.include({ productId: '1001', slug: 'vitamin-c-1000-mg' });
      expect(shop.queries()).to.have.lengthOf(1);
    }
  });

  it('are the canonical address in each locale, also where a visitor came by the id', async () => {
    for (const path of ['/products/vitamin-c-1000-mg', '/products/1001']) {
      const { status, html } = await shop.page(path);
      expect(status).to.equal(200);
      expect(elementWith(html, 'link', 'rel="canonical"')).to.contain('/products/vitamin-c-1000-mg"');
      expect(elementWith(html, 'link', 'hreflang="de"')).to.contain('/de/products/vitamin-c-1000-mg"');
    }
    expect((await shop.page('/products/9004')).html).to.contain('/products/9004"');
  });

  it('stay when the name changes', async () => {
    await shop.database.query("update product set name = 'Twins' where product_id = 9002");
    expect(await slugsOf(['9002'])).to.deep.equal(['twin']);
  });

  it('lead to the present one when they are retired', async () => {
    const rename = (slug: string, id: number) =>
      shop.database.query('update product set slug = $1 where product_id = $2', [slug, id]);
    await rename('first-name', 9002);
    await rename('second-name', 9002);
    for (const old of ['twin', 'first-name']) {
      const { status, headers } = await shop.page(`/de/products/${old}?reviews=2`);
      expect([status, headers.get('location')]).to.deep.equal([301, '/de/products/second-name?reviews=2']);
    }
    expect((await shop.page('/products/second-name')).status).to.equal(200);
    expect((await shop.page('/products/9002')).status).to.equal(200);

    // Another product takes one, and the first takes an own one back.
    await rename('twin', 9003);
    await rename('first-name', 9002);
    for (const [slug, productId] of [
      ['twin', '9003'],
      ['twin-9003', '9003'],
      ['first-name', '9002'],
      ['second-name', '9002'],
    ])
      expect(
        (await shop.graphql('query ($id: ID!) { product(id: $id) { productId } }', { id: slug })).data,
      ).to.deep.equal({
        product: { productId },
      });
    expect((await shop.page('/products/first-name')).status).to.equal(200);
    await shop.database.query(
      "insert into product (product_id, name, price_cents, sku) values (9006, 'Second name', 1, 'F')",
    );
    expect(await slugsOf(['9006'])).to.deep.equal(['second-name-9006']);
  });
});
