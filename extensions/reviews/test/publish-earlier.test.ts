import { expect } from 'chai';
import { openReviews } from './open-reviews.ts';

describe('reviews: the job publishEarlier', () => {
  const countText = 'select count(*)::integer as count from review where not published';

  it('publishes what was written without an event, and nothing that is published', async () => {
    await using shop = await openReviews();
    const review = { author: 'Ann', rating: 4, comment: 'Good.' };
    await shop.rest('POST', '/products/1001/reviews', { body: review });
    expect(await shop.database.query(countText)).to.deep.equal([{ count: 0 }]);
    await shop.database.query(`
      insert into review (product_id, author, rating, comment)
      select nullif(number % 100, 0)::text, 'Ann', 4, 'Good.' from generate_series(1, 230) number`);
    await shop.runJob('publishEarlier');
    expect(await shop.database.query(countText)).to.deep.equal([{ count: 0 }]);
  });
});
