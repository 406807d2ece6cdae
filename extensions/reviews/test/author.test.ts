import { expect } from 'chai';
import { elementWith, type TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

const body = { author: 'Ann', rating: 5, comment: 'Mine.' };

interface Records {
  readonly customerRecords: readonly { readonly topic: string; readonly json: string }[];
}

describe('reviews: what the shop knows of an author', () => {
  let shop: TestExtension;
  let asked: unknown[];
  let ordersAreAway = false;
  before(async () => {
    shop = await openReviews({
      seed: false,
      query: {
        me: (_root, _args, { caller }) => (caller.kind === 'user' ? { name: `Name of ${caller.id}` } : null),
        hasBought: (_root, { productId }, { caller, visitor }) => {
          asked.push(productId);
          if (ordersAreAway) throw new Error('away');
          return productId === '1001' && (caller.kind === 'user' ? caller.id === 'buyer' : visitor !== null);
        },
      },
    });
  });
  beforeEach(async () => {
    asked = [];
    ordersAreAway = false;
    await shop.database.query('delete from review');
  });
  after(() => shop.close());

  const write = async (options: object = {}, product = '1001') =>
    await shop.rest('POST', `/products/${product}/reviews`, { body, ...options });
  const bought = async (product = '1001') => {
    const { data } = await shop.graphql<{ product: { reviews: readonly { bought: boolean }[] } }>(
      'query ($product: ID!) { product(id: $product) { reviews { bought } } }',
      { product },
    );
    return data?.product.reviews.map((review) => review.bought);
  };

  describe('bought here', () => {
    it('is a mark on the review of who has bought the product', async () => {
      await write({ token: await shop.token({ id: 'buyer' }) });
      expect((await shop.page('/products/1001')).html).to.contain('Bought here');
      await shop.database.query('delete from review');
      await write({ token: await shop.token({ id: 'other' }) });
      expect((await shop.page('/products/1001')).html)
        .to.contain('Mine.')
        .and.not.to.contain('Bought here');
    });

    it('is checked by the account, by the browser, and for this product', async () => {
      await write({ token: await shop.token({ id: 'buyer' }) }, '1002');
      await write({ cookie: shop.visitor().cookie });
      expect([await bought('1001'), await bought('1002')]).to.deep.equal([[true], [false]]);
    });

    it('is asked once, when the review is stored, and never of a guest without a browser', async () => {
      await write();
      expect([asked, await bought()]).to.deep.equal([[], [false]]);
      await write({ token: await shop.token({ id: 'buyer' }) });
      await shop.page('/products/1001');
      await bought();
      expect(asked).to.deep.equal(['1001']);
    });

    it('is missing while orders are away, and the review is not', async () => {
      ordersAreAway = true;
      expect((await write({ token: await shop.token({ id: 'buyer' }) })).status).to.equal(201);
      expect(await bought()).to.deep.equal([false]);
      expect(shop.log.some((line) => line.includes('purchase of a reviewer not checked'))).to.equal(true);
    });
  });

  describe('the name in the form', () => {
    const nameIn = async (options: object) =>
      elementWith((await shop.page('/products/1001', options)).html, 'input', 'id="review-author"');

    it("is that of a customer's account, and empty for a guest", async () => {
      expect(await nameIn({ token: await shop.token({ id: 'ann' }) })).to.contain('value="Name of ann"');
      expect(await nameIn({})).to.not.contain('value=');
    });

    it('is what was typed, where the form was refused', async () => {
      const fields = { author: 'Someone', rating: '9', comment: 'x' };
      const token = await shop.token({ id: 'ann' });
      const { html } = await shop.form('/products/1001/reviews', fields, { token });
      expect(elementWith(html, 'input', 'id="review-author"')).to.contain('value="Someone"');
    });
  });

  describe("a customer's data", () => {
    const recordsText = 'query ($id: ID!) { customerRecords(customer: $id) { topic json } }';
    async function recordsOf(id: string): Promise<Readonly<Record<string, unknown>>> {
      const { data } = await shop.ask<Records>(recordsText, { id });
      const own = data?.customerRecords.filter(({ topic }) => topic === 'reviews' || topic === 'helpfulReviews') ?? [];
      return Object.fromEntries(own.map(({ topic, json }) => [topic, JSON.parse(json)]));
    }

    async function writeAndVote(id: string): Promise<string> {
      const token = await shop.token({ id });
      await write({ token });
      const [row] = await shop.database.query<{ id: string }>('select max(review_id)::text as id from review');
      const path = `/products/1001/reviews/${row?.id}/helpful`;
      await shop.rest('POST', path, { body: { helpful: true }, token });
      return row?.id ?? '';
    }

    it('are what the customer has written and finds helpful, and nothing of others', async () => {
      const id = await writeAndVote('ann');
      await writeAndVote('bea');
      const { reviews, helpfulReviews } = await recordsOf('ann');
      expect(helpfulReviews).to.deep.equal([id]);
      expect(reviews).to.have.lengthOf(1);
      expect(reviews).to.have.deep.nested.property('[0].comment', 'Mine.');
      expect(JSON.stringify(reviews)).to.not.match(/source|visitor|digest/);
      expect(await recordsOf('cleo')).to.deep.equal({ reviews: [], helpfulReviews: [] });
    });

    it('lead to no one once the account is deleted, and the review and the vote stay', async () => {
      const id = await writeAndVote('ann');
      await shop.publish('customer.deleted', { customerId: 'ann' });
      await shop.publish('customer.deleted', { customerId: 'ann' });
      expect(await recordsOf('ann')).to.deep.equal({ reviews: [], helpfulReviews: [] });
      const text = '{ product(id: "1001") { reviews { id author comment helpful } } }';
      expect(await shop.graphql(text)).to.deep.equal({
        data: { product: { reviews: [{ id, author: 'Anonymous', comment: 'Mine.', helpful: 1 }] } },
      });
      const rows = await shop.database.query('select source, visitor from review');
      expect(rows).to.deep.equal([{ source: null, visitor: null }]);
    });
  });
});
