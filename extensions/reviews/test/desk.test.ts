import { expect } from 'chai';
import { elementWith, type TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

describe('reviews: the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openReviews({ seed: false, query: { deskProduct: { productId: '1016', published: true } } });
    token = await shop.token({ permissions: ['reviews:moderate', 'catalog:write', 'desk:use'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from review');
    await shop.database.query(`
      insert into review (review_id, product_id, author, rating, comment, state, created_at)
      overriding system value values
        (1, '1016', 'Ann', 1, 'Waits longest.', 'WAITING', now() - interval '3 days'),
        (2, null, 'Bea', 2, 'Waits.', 'WAITING', now() - interval '2 days'),
        (3, '1017', 'Cem', 3, 'Is there.', 'PUBLISHED', now() - interval '1 day'),
        (4, '1016', 'Dan', 4, 'Is hidden.', 'HIDDEN', now())`);
  });

  const post = (path: string, body: object, bearer: string | undefined = token) =>
    shop.rest<{ error?: string }>('POST', `/desk/reviews/${path}`, { body, token: bearer });
  const stateOf = async (id: number) => {
    const rows = await shop.database.query<{ state: string }>('select state from review where review_id = $1', [id]);
    return rows[0]?.state;
  };
  const last = async () => (await shop.records()).at(-1);

  describe('the list', () => {
    const list = async (args: string) => {
      const text = `{ deskReviews(${args}) { total pages reviews { id } } }`;
      const { data } = await shop.graphql<{
        deskReviews: { total: number; pages: number; reviews: readonly { id: string }[] };
      }>(text, {}, { token });
      return { ...data?.deskReviews, reviews: data?.deskReviews.reviews.map(({ id }) => id) };
    };

    for (const [args, found] of [
      ['first: 20', { total: 2, pages: 1, reviews: ['1', '2'] }],
      ['state: "unknown"', { total: 2, pages: 1, reviews: ['1', '2'] }],
      ['state: "published"', { total: 1, pages: 1, reviews: ['3'] }],
      ['state: "hidden"', { total: 1, pages: 1, reviews: ['4'] }],
      ['state: "all"', { total: 4, pages: 1, reviews: ['4', '3', '2', '1'] }],
      ['state: "all", product: "1016"', { total: 2, pages: 1, reviews: ['4', '1'] }],
      ['state: "all", first: 3, page: 2', { total: 4, pages: 2, reviews: ['1'] }],
      ['page: -1, first: 0', { total: 2, pages: 2, reviews: ['1'] }],
      ['first: 1, page: 9', { total: 2, pages: 2, reviews: ['2'] }],
    ] as const)
      it(`has the reviews of ${args}`, async () => {
        expect(await list(args)).to.deep.equal(found);
      });

    it('is for those who moderate', async () => {
      const other = await shop.token({ permissions: ['reviews:write'] });
      for (const text of ['{ deskReviews { total } }', '{ deskReview(id: "1") { id } }'])
        expect(await shop.graphql(text, {}, { token: other })).to.have.nested.property(
          'errors[0].extensions.code',
          'FORBIDDEN',
        );
      for (const path of ['/desk/reviews', '/desk/reviews/1']) {
        expect((await shop.page(path)).status).to.equal(401);
        expect((await shop.page(path, { token: other })).status).to.equal(403);
      }
    });
  });

  describe('publishing and hiding', () => {
    it('changes the state once, with a record', async () => {
      for (let time = 0; time < 2; time++)
        expect((await post('1/state', { state: 'PUBLISHED', seen: 'WAITING' })).status).to.equal(200);
      expect(await stateOf(1)).to.equal('PUBLISHED');
      const records = (await shop.records()).filter(({ subject }) => subject === 'review:1');
      expect(records).to.have.lengthOf(1);
      expect(records[0]).to.deep.include({ action: 'review.published', from: { state: 'WAITING' } });
    });

    it('is refused when another moderator was first', async () => {
      await post('1/state', { state: 'HIDDEN', seen: 'WAITING' });
      const { status, body } = await post('1/state', { state: 'PUBLISHED', seen: 'WAITING' });
      expect([status, await stateOf(1)]).to.deep.equal([409, 'HIDDEN']);
      expect(body.error).to.contain('since you opened it');
    });

    for (const [what, path, body, status] of [
      ['an unknown review', '99/state', { state: 'HIDDEN' }, 404],
      ['another state', '1/state', { state: 'WAITING' }, 400],
      ['no state', '1/state', {}, 400],
    ] as const)
      it(`refuses ${what}`, async () => {
        expect((await post(path, body)).status).to.equal(status);
        expect(await stateOf(1)).to.equal('WAITING');
      });

    it('is for those who moderate', async () => {
      const other = await shop.token({ permissions: ['reviews:write'] });
      expect((await post('1/state', { state: 'HIDDEN' }, other)).status).to.equal(403);
      expect((await post('1/answer', { answer: 'No.' }, other)).status).to.equal(403);
      expect(await stateOf(1)).to.equal('WAITING');
    });

    it('returns from the list to the list, and to no other site', async () => {
      const fields = { state: 'PUBLISHED', seen: 'WAITING', next: '/desk/reviews?state=all&page=1&saved=state' };
      expect(await shop.form('/desk/reviews/1/state', fields, { token })).to.include({
        status: 303,
        location: fields.next,
      });
      const far = { ...fields, next: 'https://evil.example/' };
      const { location } = await shop.form('/desk/reviews/1/state', far, { token });
      expect(location).to.equal('/desk/reviews/1?saved=state#saved');
    });
  });

  describe('an answer', () => {
    it('is written, changed, and taken away by a blank text', async () => {
      await post('3/answer', { answer: 'Thanks.', seen: '' });
      expect(await last()).to.deep.include({ action: 'review.answered', to: { answered: true } });
      await post('3/answer', { answer: ' ' });
      expect(await last()).to.deep.include({ action: 'review.answered', to: { answered: false } });
      expect(await shop.database.query('select answer from review where review_id = 3')).to.deep.equal([
        { answer: null },
      ]);
    });

    it('is refused when another one has answered, and the page shows both texts', async () => {
      await post('3/answer', { answer: 'First one.', seen: '' });
      const path = '/desk/reviews/3/answer';
      const { status, html } = await shop.form(path, { answer: 'Second one.', seen: '' }, { token });
      expect(status).to.equal(409);
      expect(elementWith(html, 'textarea', 'name="answer"')).to.contain('Second one.');
      expect(elementWith(html, 'p', 'class="desk-error"')).to.contain('has changed since');
      expect(html).to.contain('First one.');
      const [, seen = ''] = /name="seen" value="(\d[^"]*)"/.exec(html) ?? [];
      const again = await shop.form(path, { answer: 'Second one.', seen }, { token });
      expect([again.status, again.location]).to.deep.equal([303, '/desk/reviews/3?saved=answer#saved']);
    });

    it('is not too long', async () => {
      const { status, html } = await shop.form('/desk/reviews/3/answer', { answer: 'a'.repeat(5001) }, { token });
      expect(status).to.equal(400);
      expect(elementWith(html, 'p', 'class="desk-error"')).to.contain('Write at most 5,000 characters.');
      const answer = 'a\r\n'.repeat(2500);
      expect((await shop.form('/desk/reviews/3/answer', { answer }, { token })).status).to.equal(303);
      const rows = await shop.database.query('select answer from review where review_id = 3');
      expect(rows).to.deep.equal([{ answer: answer.replaceAll('\r', '') }]);
    });
  });

  describe('pages', () => {
    for (const [path, part] of [
      ['/desk/reviews', 'Waits longest.'],
      ['/desk/reviews?page=none', 'Waits longest.'],
      ['/desk/reviews?state=hidden', 'Is hidden.'],
      ['/desk/reviews?state=published&product=1016', 'There are no such reviews.'],
      ['/desk/reviews/4', 'Is hidden.'],
      ['/desk/products/1016', 'Is hidden.'],
      ['/desk', '2 reviews wait to be read.'],
    ] as const)
      it(`shows ${path}`, async () => {
        const { status, html } = await shop.page(path, { token });
        expect(status).to.equal(200);
        expect(html).to.contain(part);
      });

    it('keep the product when the list is filtered', async () => {
      const { html } = await shop.page('/desk/reviews?state=all&product=1016', { token });
      const fields = elementWith(html, 'form', 'class="desk-filters"');
      expect(fields).to.contain('<input type="hidden" name="product" value="1016"');
      expect((await shop.page('/desk/reviews', { token })).html).to.not.contain('name="product"');
    });

    it('tell a product that is not shown from the shop itself', async () => {
      await shop.database.query("update review set product_id = '9999' where review_id = 1");
      for (const [id, words, others] of [
        [1, 'A product that is not shown', 'The shop itself'],
        [2, 'The shop itself', 'A product that is not shown'],
      ] as const)
        expect((await shop.page(`/desk/reviews/${id}`, { token })).html)
          .to.contain(words)
          .and.to.not.contain(others);
      const { html } = await shop.page('/desk/reviews', { token });
      expect(html).to.contain('A product that is not shown').and.to.contain('The shop itself');
    });

    it('have no other review', async () => {
      for (const id of ['99', 'none', "'"])
        expect((await shop.page(`/desk/reviews/${id}`, { token })).status).to.equal(404);
    });

    it('hide the section of a product from those who do not moderate', async () => {
      const other = await shop.token({ permissions: ['catalog:write', 'desk:use'] });
      const { status, html } = await shop.page('/desk/products/1016', { token: other });
      expect(status).to.equal(200);
      expect(html).to.not.contain('Is hidden.');
    });
  });
});
