import { expect } from 'chai';
import { openReviews } from './open-reviews.ts';

describe('reviews of a product that is deleted', () => {
  it('go with it, however many, with their votes; those of others and of the shop stay', async () => {
    await using shop = await openReviews({ seed: false });
    await shop.database.query(`
      insert into review (product_id, author, rating, comment, state, published)
      select case when n > 250 then '1002' when n <= 230 then '1001' end, 'Ann', 4, 'x',
        case when n % 2 = 0 then 'PUBLISHED' else 'HIDDEN' end, n % 2 = 0 from generate_series(1, 252) n`);
    await shop.database.query("insert into review_vote select review_id, 'me' from review");
    for (let time = 0; time < 2; time++) await shop.publish('product.deleted', { productId: '1001', skus: ['A'] });
    const rows = await shop.database.query(
      'select product_id as product, count(*)::integer as count from review group by product_id order by product_id',
    );
    expect(rows).to.deep.equal([
      { product: '1002', count: 2 },
      { product: null, count: 20 },
    ]);
    expect(await shop.database.query('select from review_vote')).to.have.lengthOf(22);
  });
});
