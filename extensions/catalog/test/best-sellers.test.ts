import { expect } from 'chai';
import { openExtension } from 'stoa/testing';

interface Answer {
  readonly highlights: {
    readonly kind: string;
    readonly products: readonly { readonly productId: string; readonly name: string }[];
  } | null;
}

const sold = (quantities: Readonly<Record<string, number>>) =>
  Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }));

describe('catalog: best sellers', () => {
  it('are what was bought most, at most four, in the words of the locale', async () => {
    const soldProducts = [
      ...sold({ '1003': 2, '1001': 3, '1002': 9 }),
      ...sold({ '1003': 5, '4711': 99, '1004': 1, '1005': 1, '1006': 20, x: 1 }),
    ];
    await using shop = await openExtension('catalog', { locales: ['en-IE', 'de'], mocks: { Query: { soldProducts } } });
    await shop.database.query("update product set hide_at = '2020-01-01' where product_id = 1006");
    shop.queries();
    const { data } = await shop.graphql<Answer>(
      '{ highlights { kind products { productId name } } }',
      {},
      {
        headers: { 'accept-language': 'de' },
      },
    );
    expect(shop.queries()).to.have.lengthOf(1);
    expect(data?.highlights?.kind).to.equal('BEST_SELLERS');
    // What is gone or hidden takes no place.
    expect(data?.highlights?.products.map(({ productId }) => productId)).to.deep.equal([
      '1002',
      '1003',
      '1001',
      '1004',
    ]);
    expect(data?.highlights?.products[0]?.name).to.equal('Vitamin D3 2000 I.E.');
    const { html } = await shop.page('/');
    expect(html).to.match(/Best sellers<\/h2><ul[^>]*><li[^>]*><h3[^>]*><a href="\/products\/vitamin-d3-2000-iu"/);
    expect(html).to.not.contain('New in the shop');
    expect((await shop.page('/?page=2')).html).to.not.contain('Best sellers');
  });

  for (const [what, soldProducts] of [
    ['nothing was', []],
    ['fewer than three were', sold({ '1001': 3, '1002': 9, '4711': 1 })],
  ] as const)
    it(`are none where ${what} bought, and the newest products take their place`, async () => {
      await using shop = await openExtension('catalog', { mocks: { Query: { soldProducts } } });
      const { data } = await shop.graphql('{ highlights { kind products { productId } } }');
      expect(data).to.deep.equal({
        highlights: { kind: 'NEW', products: ['1072', '1071', '1070', '1069'].map((productId) => ({ productId })) },
      });
      const { html } = await shop.page('/');
      expect(html).to.contain('New in the shop').and.to.not.contain('Best sellers');
    });

  it('have no place in a shop with fewer than three products', async () => {
    await using shop = await openExtension('catalog', { mocks: { Query: { soldProducts: sold({ '1001': 3 }) } } });
    await shop.database.query('update product set published = false where product_id not in (1001, 1002)');
    const { data } = await shop.graphql('{ highlights { kind products { productId } } }');
    expect(data).to.deep.equal({ highlights: { kind: 'NEW', products: [] } });
    const { html } = await shop.page('/');
    expect(html).to.contain('Vitamin').and.not.to.contain('New in the shop').and.not.to.contain('Best sellers');
  });

  it('are asked for on the first page of the list alone', async () => {
    let asked = 0;
    const soldProducts = () => {
      asked++;
      return sold({ '1001': 3, '1002': 2, '1003': 1 });
    };
    await using shop = await openExtension('catalog', { mocks: { Query: { soldProducts } } });
    for (const address of ['/?search=vitamin', '/?page=2', '/?filter=form%3Atea']) {
      expect((await shop.page(address)).status).to.equal(200);
      expect(asked).to.equal(0);
    }
    expect((await shop.page('/')).html).to.contain('Best sellers');
    expect(asked).to.equal(1);
  });
});
