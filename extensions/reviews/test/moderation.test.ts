import { expect } from 'chai';
import { elementWith, type TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

const form = { author: 'Ann', rating: '1', comment: 'Read me first.' };
const body = { ...form, rating: 1 };
const path = '/products/1016/reviews';

interface Created {
  readonly data: { readonly review: { readonly id: string } };
}

describe('reviews: moderation', () => {
  let shop: TestExtension;
  let moderator: string;
  before(async () => {
    shop = await openReviews();
    moderator = await shop.token({ permissions: ['reviews:moderate'] });
  });
  beforeEach(() => shop.database.query("delete from review where product_id = '1016'"));
  after(() => shop.close());

  async function setting(moderation: 'all' | 'first' | 'none'): Promise<void> {
    const text = `mutation { changeSettings(extension: "reviews", values: { moderation: "${moderation}" }) }`;
    const token = await shop.token({ permissions: ['stoa:settings'] });
    const { errors } = await shop.graphql(text, {}, { token });
    expect(errors).to.equal(undefined);
  }

  const change = async (mutation: string, id: string, token?: string) =>
    await shop.graphql(`mutation ($id: ID!) { ${mutation} { id state answer } }`, { id }, { token });

  /** All that the shop says of the product's reviews to a caller. */
  async function seen(token?: string) {
    const text = `{
      product(id: "1016") { reviews { id } waitingReviews { id } reviewPage { counts reviews { id } } }
      reviews(first: 100) { totalCount nodes { product { productId } } }
    }`;
    const { data } = await shop.graphql<{
      product: Readonly<Record<'reviews' | 'waitingReviews', readonly object[]>> & {
        reviewPage: { counts: readonly number[]; reviews: readonly object[] };
      };
      reviews: { totalCount: number; nodes: readonly { product: { productId: string } | null }[] };
    }>(text, {}, { token });
    const { body } = await shop.rest<{ data: { reviews: readonly object[] } }>('GET', path, { token });
    return {
      reviews: data?.product.reviews.length,
      page: data?.product.reviewPage.reviews.length,
      counts: data?.product.reviewPage.counts,
      all: data?.reviews.nodes.filter(({ product }) => product?.productId === '1016').length,
      rest: body.data.reviews.length,
      waiting: data?.product.waitingReviews.length,
    };
  }
  const nothing = { reviews: 0, page: 0, counts: [0, 0, 0, 0, 0], all: 0, rest: 0, waiting: 0 };
  const published = { reviews: 1, page: 1, counts: [1, 0, 0, 0, 0], all: 1, rest: 1, waiting: 0 };

  async function waiting(token?: string): Promise<string> {
    const answer = await shop.rest<Created>('POST', path, { body, token });
    expect(answer.status).to.equal(202);
    return answer.body.data.review.id;
  }

  context('when no review waits', () => {
    it('publishes at once, and makes no browser known', async () => {
      const { cookie } = await shop.form(path, form);
      expect(cookie).to.equal(undefined);
      expect(await seen()).to.deep.equal(published);
    });
  });

  context('when all reviews wait', () => {
    before(() => setting('all'));
    after(() => setting('none'));

    it('shows it to its author, with thanks, and to no one else', async () => {
      const { location, cookie = '' } = await shop.form(path, form);
      const id = location?.split('#')[1] ?? '';
      const { html } = await shop.page('/products/1016', { cookie });
      expect(elementWith(html, 'li', `id="${id}"`))
        .to.contain('Read me first.')
        .and.to.contain('Your review appears here when it has been read');
      const other = await shop.page('/products/1016', { cookie: shop.visitor().cookie });
      for (const page of [other, await shop.page('/products/1016')]) {
        expect(page.html).to.contain('There are no reviews yet').and.not.to.contain('Read me first.');
        expect(page.html).to.contain('Your review appears when it has been read').and.to.contain('Send review');
      }
      expect(await seen()).to.deep.equal(nothing);
      expect((await shop.rest('GET', `/reviews/${id.replace('review-', '')}`)).status).to.equal(404);
    });

    it('shows it to a guest who has sent it as JSON, and no second one', async () => {
      const { headers } = await shop.rest('POST', path, { body });
      const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
      await shop.rest('POST', path, { body, cookie });
      const { html } = await shop.page('/products/1016', { cookie });
      expect(html.split('Read me first.')).to.have.length(2);
    });

    it('shows it to a signed-in author in any browser', async () => {
      await waiting(await shop.token({ id: 'ann' }));
      expect(await seen(await shop.token({ id: 'ann' }))).to.deep.equal({ ...nothing, waiting: 1 });
      expect(await seen(await shop.token({ id: 'bea' }))).to.deep.equal(nothing);
    });

    it('is published, hidden and published again by a moderator, and each change is recorded once', async () => {
      const id = await waiting();
      for (const [mutation, state, sees] of [
        ['publishReview(id: $id)', 'PUBLISHED', published],
        ['publishReview(id: $id)', 'PUBLISHED', published],
        ['hideReview(id: $id)', 'HIDDEN', nothing],
        ['publishReview(id: $id)', 'PUBLISHED', published],
      ] as const) {
        const { data } = await change(mutation, id, moderator);
        expect(Object.values(data ?? {})).to.deep.equal([{ id, state, answer: null }]);
        expect(await seen()).to.deep.equal(sees);
      }
      const records = (await shop.records()).filter(({ subject }) => subject === `review:${id}`);
      expect(records.map(({ action, from, to }) => ({ action, from, to }))).to.deep.equal([
        { action: 'review.published', from: { state: 'WAITING' }, to: { state: 'PUBLISHED' } },
        { action: 'review.hidden', from: { state: 'PUBLISHED' }, to: { state: 'HIDDEN' } },
        { action: 'review.published', from: { state: 'HIDDEN' }, to: { state: 'PUBLISHED' } },
      ]);
    });

    it('tells others of no review that waits', async () => {
      const id = await waiting();
      await shop.runJob('publishEarlier');
      const state = () => shop.database.query('select published from review where review_id = $1::bigint', [id]);
      expect(await state()).to.deep.equal([{ published: false }]);
      await change('publishReview(id: $id)', id, moderator);
      expect(await state()).to.deep.equal([{ published: true }]);
    });
  });

  context('when the first review of an author waits', () => {
    before(() => setting('first'));
    after(() => setting('none'));

    it('publishes the second one of a browser whose first was published, and not of one that has a hidden one', async () => {
      const { location, cookie = '' } = await shop.form(path, form);
      const id = location?.split('#review-')[1] ?? '';
      await shop.form(path, { ...form, comment: 'Still waits.' }, { cookie });
      expect(await seen()).to.deep.equal(nothing);
      await change('publishReview(id: $id)', id, moderator);
      await shop.form(path, { ...form, comment: 'Is there.' }, { cookie });
      expect((await shop.page('/products/1016')).html)
        .to.contain('Is there.')
        .and.not.to.contain('Still waits.');
      await change('hideReview(id: $id)', id, moderator);
      await shop.form(path, { ...form, comment: 'Waits again.' }, { cookie });
      expect((await shop.page('/products/1016')).html).to.not.contain('Waits again.');
    });

    it('knows a customer, and trusts no address', async () => {
      const token = await shop.token({ id: 'cleo' });
      await change('publishReview(id: $id)', await waiting(token), moderator);
      const again = { ...body, comment: 'Again.' };
      expect((await shop.rest('POST', path, { body: again, token })).status).to.equal(201);
      await change('publishReview(id: $id)', await waiting(), moderator);
      expect((await shop.rest('POST', path, { body: { ...again, rating: 2 } })).status).to.equal(202);
    });
  });

  describe('the queue', () => {
    it('has the reviews of a state, oldest first, in pages', async () => {
      await shop.database.query(`
        insert into review (product_id, author, rating, comment, state, created_at)
        select '1016', 'Ann', 1, 'No. ' || n, 'WAITING', now() - n * interval '1 minute' from generate_series(1, 3) n`);
      const text = `query ($after: String, $state: ReviewState) {
        reviewQueue(state: $state, first: 2, after: $after) { totalCount nodes { comment } pageInfo { endCursor hasNextPage } }
      }`;
      const read = async (variables: object) => {
        const { data } = await shop.graphql<{
          reviewQueue: {
            totalCount: number;
            nodes: readonly { comment: string }[];
            pageInfo: { endCursor: string; hasNextPage: boolean };
          };
        }>(text, { ...variables }, { token: moderator });
        return data?.reviewQueue;
      };
      const first = await read({});
      expect(first).to.deep.include({ totalCount: 3, nodes: [{ comment: 'No. 3' }, { comment: 'No. 2' }] });
      const second = await read({ after: first?.pageInfo.endCursor });
      expect(second).to.deep.include({ nodes: [{ comment: 'No. 1' }] });
      expect(second?.pageInfo.hasNextPage).to.equal(false);
      expect(await read({ state: 'HIDDEN' })).to.deep.include({ totalCount: 0, nodes: [] });
    });
  });

  describe('an answer', () => {
    const answer = async (id: string, text: string | null, token?: string) => {
      const mutation = 'mutation ($id: ID!, $text: String) { answerReview(id: $id, answer: $text) { answer } }';
      return await shop.graphql(mutation, { id, text }, { token });
    };
    const add = async () => (await shop.rest<Created>('POST', path, { body })).body.data.review.id;

    it('stands below its review, until it is taken away, and the trail has no text', async () => {
      const id = await add();
      await answer(id, 'We are <sorry>.', moderator);
      const item = elementWith((await shop.page('/products/1016')).html, 'li', `id="review-${id}"`);
      expect(item).to.match(/Answer of [^<]*<.*We are &lt;sorry&gt;\./s);
      await answer(id, null, moderator);
      expect((await shop.page('/products/1016')).html).to.not.contain('Answer of');
      const records = (await shop.records()).filter(({ subject }) => subject === `review:${id}`);
      expect(records.map(({ action, from, to }) => ({ action, from, to }))).to.deep.equal([
        { action: 'review.answered', from: { answered: false }, to: { answered: true } },
        { action: 'review.answered', from: { answered: true }, to: { answered: false } },
      ]);
    });

    it('is neither blank nor too long', async () => {
      const id = await add();
      for (const text of [' ', 'a'.repeat(5001), 'a\0b'])
        expect(await answer(id, text, moderator)).to.have.nested.property(
          'errors[0].extensions.code',
          'BAD_USER_INPUT',
        );
    });
  });

  it('is for those with the permission alone', async () => {
    const { body: created } = await shop.rest<Created>('POST', path, { body });
    const { id } = created.data.review;
    for (const [token, code] of [
      [undefined, 'UNAUTHENTICATED'],
      [await shop.token({ permissions: ['reviews:write'] }), 'FORBIDDEN'],
    ] as const) {
      for (const mutation of ['publishReview(id: $id)', 'hideReview(id: $id)', 'answerReview(id: $id, answer: "No.")'])
        expect(await change(mutation, id, token)).to.have.nested.property('errors[0].extensions.code', code);
      const queue = await shop.graphql('{ reviewQueue { totalCount } }', {}, { token });
      expect(queue).to.have.nested.property('errors[0].extensions.code', code);
    }
    expect(await seen()).to.deep.equal(published);
  });

  it('refuses an unknown review', async () => {
    for (const id of ['999999', 'abc'])
      for (const mutation of ['publishReview(id: $id)', 'hideReview(id: $id)', 'answerReview(id: $id, answer: "No.")'])
        expect(await change(mutation, id, moderator)).to.have.nested.property('errors[0].extensions.code', 'NOT_FOUND');
  });
});
