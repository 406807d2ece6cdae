import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { countRating } from '../src/count-rating.ts';

describe('catalog: ratings', () => {
  let catalog: TestExtension;
  before(async () => {
    catalog = await openExtension('catalog');
  });
  after(() => catalog.close());

  async function rating(productId: string): Promise<unknown> {
    const { data } = await catalog.graphql<{ product: { rating: unknown } }>(
      'query ($productId: ID!) { product(id: $productId) { rating { average count } } }',
      { productId },
    );
    return data?.product.rating;
  }

  it('come with the products of a list, with one query', async () => {
    catalog.queries();
    const { data } = await catalog.graphql('{ products(first: 2) { nodes { rating { average count } } } }');
    const nodes = [{ rating: { average: 4.1, count: 8 } }, { rating: { average: 4.1, count: 7 } }];
    expect(data).to.deep.equal({ products: { nodes } });
    expect(catalog.queries()).to.have.lengthOf(1);
  });

  it('follow reviews that are written, changed and deleted', async () => {
    expect(await rating('1015')).to.equal(null);
    await catalog.publish('review.created', { reviewId: '1', productId: '1015', rating: 5 });
    await catalog.publish('review.created', { reviewId: '2', productId: '1015', rating: 4 });
    expect(await rating('1015')).to.deep.equal({ average: 4.5, count: 2 });
    await catalog.publish('review.changed', { reviewId: '1', productId: '1015', rating: 1, ratingBefore: 5 });
    expect(await rating('1015')).to.deep.equal({ average: 2.5, count: 2 });
    await catalog.publish('review.deleted', { reviewId: '1', productId: '1015', rating: 1 });
    expect(await rating('1015')).to.deep.equal({ average: 4, count: 1 });
    await catalog.publish('review.deleted', { reviewId: '2', productId: '1015', rating: 4 });
    expect(await rating('1015')).to.equal(null);
  });

  it('count an event once', async () => {
    const event = { key: 'catalog/ratings/1', productId: '1016', count: 1, sum: 5 };
    await countRating(catalog.database, event.key, event);
    await countRating(catalog.database, event.key, event);
    expect(await rating('1016')).to.deep.equal({ average: 5, count: 1 });
  });

  for (const productId of [undefined, '4711', 'abc'])
    it(`leave a review alone whose product is ${productId}`, async () => {
      const total = () => catalog.database.query('select sum(rating_count) from product_rating');
      const before = await total();
      await catalog.publish('review.created', { reviewId: '9', productId, rating: 5 });
      expect(await total()).to.deep.equal(before);
    });
});

describe('catalog: the jobs', () => {
  const text = '{ product(id: "1002") { related { productId } } }';

  it('finds related products anew, which a page then only reads', async () => {
    await using catalog = await openExtension('catalog');
    const seeded = await catalog.graphql(text);
    await catalog.database.query('delete from related_product');
    const found = await catalog.graphql(text);
    await catalog.database.query('insert into related_product values (1002, 1, 1001), (1003, 5, 1001)');
    expect(await catalog.graphql(text))
      .to.have.nested.property('data.product.related')
      .with.lengthOf(1);
    await catalog.runJob('nightly');
    expect([found, await catalog.graphql(text)]).to.deep.equal([seeded, seeded]);
    expect(await catalog.database.query('select count(*)::integer as count from related_product')).to.deep.equal([
      { count: 72 * 4 },
    ]);
  });

  it('gives hidden products and drafts none of the four places', async () => {
    await using catalog = await openExtension('catalog');
    await catalog.database.query(`update product set published = product_id % 2 = 0, hide_at = '2020-01-01'
      where product_id in (select related_id from related_product where product_id = 1002)`);
    await catalog.runJob('nightly');
    expect(await catalog.graphql(text))
      .to.have.nested.property('data.product.related')
      .with.lengthOf(4);
  });

  it('finds related products of a new one within minutes, and of no other', async () => {
    await using catalog = await openExtension('catalog');
    const related = (id: number) =>
      catalog.database.query(
        'select place, related_id::int from related_product where product_id = $1 order by place',
        [id],
      );
    const found = await related(1002);
    await catalog.database.query('delete from related_product where product_id in (1002, 1003)');
    await catalog.database.query('insert into related_product values (1003, 1, 1001)');
    await catalog.runJob('relateNew');
    expect(await related(1002))
      .to.have.lengthOf(4)
      .and.to.deep.equal(found);
    expect(await related(1003)).to.deep.equal([{ place: 1, related_id: 1001 }]);
  });

  it('forgets events that have long been counted', async () => {
    await using catalog = await openExtension('catalog', { seed: false });
    await catalog.database.query(
      "insert into counted_event values ('old', now() - interval '91 days'), ('new', now() - interval '89 days')",
    );
    await catalog.runJob('nightly');
    expect(await catalog.database.query('select key from counted_event')).to.deep.equal([{ key: 'new' }]);
  });
});
