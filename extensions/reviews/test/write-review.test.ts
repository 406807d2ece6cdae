import { expect } from 'chai';
import type { TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

const createText = `mutation ($input: ReviewInput!, $productId: ID) {
  createReview(input: $input, productId: $productId) { id author rating comment createdAt product { productId } }
}`;
const updateText = `mutation ($id: ID!, $input: ReviewInput!) {
  updateReview(id: $id, input: $input) { id author rating comment createdAt product { productId } }
}`;
const deleteText = 'mutation ($id: ID!) { deleteReview(id: $id) }';

interface Created {
  readonly createReview: { readonly id: string; readonly createdAt: string };
}

const input = { author: 'Ann', rating: 4, comment: 'Good.' };

describe('reviews: mutations', () => {
  let shop: TestExtension;
  let moderator: string;
  before(async () => {
    shop = await openReviews();
    moderator = await shop.token({ permissions: ['reviews:write'] });
  });
  after(() => shop.close());

  async function create(productId?: string): Promise<Created['createReview']> {
    const { data, errors } = await shop.graphql<Created>(createText, { input, productId });
    if (data == null) throw new Error(JSON.stringify(errors));
    return data.createReview;
  }

  async function count(): Promise<unknown> {
    return shop.graphql('{ reviews(first: 1) { totalCount nodes { id } } }');
  }

  describe('createReview', () => {
    it('stores a review of a product, which is then its newest', async () => {
      const review = await create('1040');
      expect(review).to.deep.include({ ...input, product: { productId: '1040' } });
      expect(Date.now() - Date.parse(review.createdAt)).to.be.within(-2000, 60_000);
      expect(review.createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(await shop.graphql('{ product(id: "1040") { reviews { id comment } } }')).to.deep.equal({
        data: { product: { reviews: [{ id: review.id, comment: input.comment }] } },
      });
    });

    it('stores a review of the shop itself when no product is named', async () => {
      const review = await create();
      expect(review).to.deep.include({ ...input, product: null });
      expect(await shop.graphql('{ reviews(first: 1) { nodes { id } } }')).to.deep.equal({
        data: { reviews: { nodes: [{ id: review.id }] } },
      });
    });

    for (const productId of ['4711', 'abc', ''])
      it(`refuses the unknown product ${JSON.stringify(productId)}, and stores nothing`, async () => {
        const before = await count();
        const answer = await shop.graphql(createText, { input, productId });
        expect(answer).to.have.nested.property('errors[0].extensions.code', 'NOT_FOUND');
        expect(answer).to.have.nested.property('errors[0].message', `There is no product "${productId}".`);
        expect(await count()).to.deep.equal(before);
      });

    for (const change of [{ author: ' ' }, { comment: '\n' }, { rating: 0 }, { rating: 6 }, { comment: 'a\0b' }])
      it(`refuses ${JSON.stringify(change)}, and stores nothing`, async () => {
        const before = await count();
        const answer = await shop.graphql(createText, { input: { ...input, ...change } });
        expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
        expect(await count()).to.deep.equal(before);
      });
  });

  describe('updateReview', () => {
    const changed = { author: 'Bea', rating: 1, comment: 'Bad, after all.' };

    it('changes what the review says, and nothing else', async () => {
      const { id, createdAt } = await create('1047');
      const product = { productId: '1047' };
      expect(await shop.graphql(updateText, { id, input: changed }, { token: moderator })).to.deep.equal({
        data: { updateReview: { id, ...changed, createdAt, product } },
      });
      expect(await shop.graphql('{ product(id: "1047") { reviews { id author } } }')).to.deep.equal({
        data: { product: { reviews: [{ id, author: 'Bea' }] } },
      });
    });

    for (const id of ['999999', 'abc', '99999999999999999999'])
      it(`refuses the unknown review "${id}"`, async () => {
        const answer = await shop.graphql(updateText, { id, input: changed }, { token: moderator });
        expect(answer).to.have.nested.property('errors[0].extensions.code', 'NOT_FOUND');
        expect(answer).to.have.nested.property('errors[0].message', `There is no review "${id}".`);
      });

    it('refuses a rating that is none, and changes nothing', async () => {
      const { id } = await create('1053');
      const answer = await shop.graphql(updateText, { id, input: { ...changed, rating: 9 } }, { token: moderator });
      expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
      expect(await shop.graphql('{ product(id: "1053") { reviews { author rating comment } } }')).to.deep.equal({
        data: { product: { reviews: [input] } },
      });
    });

    it('refuses a guest and a caller without the permission, and changes nothing', async () => {
      const { id } = await create('1059');
      for (const [token, code] of [
        [undefined, 'UNAUTHENTICATED'],
        [await shop.token({ permissions: ['foos:write'] }), 'FORBIDDEN'],
      ] as const) {
        const answer = await shop.graphql(updateText, { id, input: changed }, { token });
        expect(answer).to.have.nested.property('errors[0].extensions.code', code);
      }
      expect(await shop.graphql('{ product(id: "1059") { reviews { author rating comment } } }')).to.deep.equal({
        data: { product: { reviews: [input] } },
      });
    });
  });

  describe('deleteReview', () => {
    it('removes the review', async () => {
      const { id } = await create('1071');
      expect(await shop.graphql(deleteText, { id }, { token: moderator })).to.deep.equal({
        data: { deleteReview: true },
      });
      expect(await shop.graphql('{ product(id: "1071") { reviews { id } } }')).to.deep.equal({
        data: { product: { reviews: [] } },
      });
    });

    it('refuses an unknown review, and one that is gone already', async () => {
      const { id } = await create();
      await shop.graphql(deleteText, { id }, { token: moderator });
      for (const unknown of [id, 'abc']) {
        const answer = await shop.graphql(deleteText, { id: unknown }, { token: moderator });
        expect(answer).to.have.nested.property('errors[0].extensions.code', 'NOT_FOUND');
      }
    });

    it('refuses a guest and a caller without the permission, and removes nothing', async () => {
      const before = await count();
      for (const [token, code] of [
        [undefined, 'UNAUTHENTICATED'],
        [await shop.token({ permissions: [] }), 'FORBIDDEN'],
      ] as const) {
        const answer = await shop.graphql(deleteText, { id: '1' }, { token });
        expect(answer).to.have.nested.property('errors[0].extensions.code', code);
      }
      expect(await count()).to.deep.equal(before);
    });
  });
});
