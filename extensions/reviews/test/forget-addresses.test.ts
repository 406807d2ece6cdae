import { expect } from 'chai';
import { openReviews } from './open-reviews.ts';

describe('reviews: the job forgetAddresses', () => {
  it('forgets addresses of guests after a day, and keeps what leads to the review of a customer', async () => {
    await using shop = await openReviews({ seed: false });
    const write = async (author: string, token?: string) => {
      const body = { author, rating: 4, comment: 'Good.' };
      await shop.rest('POST', '/products/1001/reviews', { body, token });
    };
    await write('Old');
    await write('Ann', await shop.token({ id: 'ann' }));
    await shop.database.query("update review set created_at = now() - interval '25 hours'");
    await write('New');
    for (let time = 0; time < 2; time++) await shop.runJob('forgetAddresses');
    const text = 'select author, source is not null as known from review order by review_id';
    expect(await shop.database.query(text)).to.deep.equal([
      { author: 'Old', known: false },
      { author: 'Ann', known: true },
      { author: 'New', known: true },
    ]);
  });
});
