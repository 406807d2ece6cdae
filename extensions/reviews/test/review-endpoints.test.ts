import { expect } from 'chai';
import type { TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

interface ReviewAnswer {
  readonly success: true;
  readonly data: { readonly review: { readonly id: string; readonly createdAt: string } };
}

const input = { author: 'Ann', rating: 4, comment: 'Good.' };

describe('reviews: REST', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openReviews();
    token = await shop.token({ permissions: ['reviews:write'] });
  });
  after(() => shop.close());

  async function add(productId = '1001', change: object = {}): Promise<ReviewAnswer['data']['review']> {
    const sent = { body: { ...input, ...change } };
    const { body } = await shop.rest<ReviewAnswer>('POST', `/products/${productId}/reviews`, sent);
    return body.data.review;
  }

  describe('POST /products/:productId/reviews', () => {
    it('answers 201 with the review, which GraphQL then has, too', async () => {
      const answer = await shop.rest<ReviewAnswer>('POST', '/products/1015/reviews', { body: input });
      const { id, createdAt } = answer.body.data.review;
      expect(answer.status).to.equal(201);
      expect(answer.body).to.deep.equal({
        success: true,
        data: { review: { id, productId: '1015', ...input, createdAt } },
      });
      expect(await shop.graphql('{ product(id: "1015") { reviews { id createdAt } } }')).to.deep.equal({
        data: { product: { reviews: [{ id, createdAt }] } },
      });
    });

    it('answers 404 for an unknown product', async () => {
      for (const productId of ['4711', 'abc', '%00'])
        expect((await shop.rest('POST', `/products/${productId}/reviews`, { body: input })).status).to.equal(404);
    });

    for (const [what, body] of Object.entries({
      'lacks the comment': { author: 'Ann', rating: 4 },
      'has a blank author': { ...input, author: ' ' },
      'has a rating of 6': { ...input, rating: 6 },
      'has an author of 101 characters': { ...input, author: 'a'.repeat(101) },
      'has a NUL character': { ...input, comment: 'a\0b' },
    }))
      it(`answers 400 when the body ${what}`, async () => {
        const answer = await shop.rest<{ error: string }>('POST', '/products/1001/reviews', { body });
        expect(answer.status).to.equal(400);
        expect(answer.body.error).to.be.a('string').and.not.to.equal('');
      });
  });

  describe('GET /products/:productId/reviews', () => {
    it('answers the reviews, newest first', async () => {
      const [older, newer] = [await add('1016'), await add('1016', { comment: 'Better.' })];
      const answer = await shop.rest('GET', '/products/1016/reviews');
      expect(answer).to.deep.include({ status: 200, body: { success: true, data: { reviews: [newer, older] } } });
    });

    it('answers 404 for an unknown product', async () => {
      const answer = await shop.rest('GET', '/products/4711/reviews');
      expect(answer).to.deep.include({ status: 404, body: { error: 'There is no product "4711".' } });
    });
  });

  describe('GET /reviews/:reviewId', () => {
    it('answers the review', async () => {
      const review = await add();
      const answer = await shop.rest('GET', `/reviews/${review.id}`);
      expect(answer).to.deep.include({ status: 200, body: { success: true, data: { review } } });
    });

    it('answers 404 for an unknown one', async () => {
      const answer = await shop.rest('GET', '/reviews/abc');
      expect(answer).to.deep.include({ status: 404, body: { error: 'There is no review "abc".' } });
    });
  });

  describe('PUT /reviews/:reviewId', () => {
    const body = { author: 'Bea', rating: 2, comment: 'Less good.' };

    it('replaces what the review says', async () => {
      const review = await add();
      const answer = await shop.rest('PUT', `/reviews/${review.id}`, { token, body });
      expect(answer).to.deep.include({
        status: 200,
        body: { success: true, data: { review: { ...review, ...body } } },
      });
    });

    for (const lacking of [{ author: 'Bea', rating: 2 }, { ...body, author: ' ', rating: null }, {}])
      it(`answers 400 for ${JSON.stringify(lacking)}, naming all fields, and changes nothing`, async () => {
        const review = await add();
        const answer = await shop.rest('PUT', `/reviews/${review.id}`, { token, body: lacking });
        const error = 'author, rating and comment are required';
        expect(answer).to.deep.include({ status: 400, body: { error } });
        expect((await shop.rest<ReviewAnswer>('GET', `/reviews/${review.id}`)).body.data.review).to.deep.equal(review);
      });

    it('answers 404 for an unknown review', async () => {
      expect((await shop.rest('PUT', '/reviews/999999', { token, body })).status).to.equal(404);
    });
  });

  describe('PATCH /reviews/:reviewId', () => {
    for (const body of [{ author: 'Bea' }, { rating: 1 }, { comment: 'Less good.' }, { author: null }])
      it(`changes what ${JSON.stringify(body)} has, and leaves the rest`, async () => {
        const review = await add();
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
        const answer = await shop.rest('PATCH', `/reviews/${review.id}`, { token, body });
        const expected = { success: true, data: { review: { ...review, ...given } } };
        expect(answer).to.deep.include({ status: 200, body: expected });
      });

    it('answers 400 for a blank comment', async () => {
      const { id } = await add();
      expect((await shop.rest('PATCH', `/reviews/${id}`, { token, body: { comment: ' ' } })).status).to.equal(400);
    });
  });

  describe('DELETE /reviews/:reviewId', () => {
    it('answers 204 without a body, and the review is gone', async () => {
      const { id } = await add();
      expect(await shop.rest('DELETE', `/reviews/${id}`, { token })).to.deep.include({ status: 204, body: undefined });
      expect((await shop.rest('GET', `/reviews/${id}`)).status).to.equal(404);
    });

    it('answers 404 for an unknown review', async () => {
      expect((await shop.rest('DELETE', '/reviews/999999', { token })).status).to.equal(404);
    });
  });

  for (const method of ['PUT', 'PATCH', 'DELETE'])
    describe(`${method} /reviews/:reviewId without the permission`, () => {
      it('answers 401 to a guest and 403 to others, and changes nothing', async () => {
        const review = await add();
        const body = method === 'DELETE' ? undefined : { ...input, comment: 'Not mine.' };
        const other = await shop.token({ permissions: ['foos:write'] });
        expect((await shop.rest(method, `/reviews/${review.id}`, { body })).status).to.equal(401);
        expect((await shop.rest(method, `/reviews/${review.id}`, { token: other, body })).status).to.equal(403);
        expect((await shop.rest<ReviewAnswer>('GET', `/reviews/${review.id}`)).body.data.review).to.deep.equal(review);
      });
    });
});
