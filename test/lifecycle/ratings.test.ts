import { expect } from 'chai';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

const listText = '{ products(first: 100) { nodes { productId rating { average count } reviews { rating } } } }';
const createText =
  'mutation { createReview(productId: "1059", input: { author: "Bo", rating: 4, comment: "GraphQL." }) { id } }';

interface Rated {
  readonly productId: string;
  readonly rating: { readonly average: number; readonly count: number } | null;
  readonly reviews: readonly { readonly rating: number }[];
}

forEachPlacement('the ratings that the catalog keeps', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ config: onlyLines('catalog', 'reviews') });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('are those of the reviews in a new shop', async () => {
    const { data } = await shop.graphql<{ products: { nodes: readonly Rated[] } }>(listText);
    const nodes = data?.products.nodes ?? [];
    expect(nodes).to.have.lengthOf(72);
    for (const { productId, rating, reviews } of nodes) {
      const count = reviews.length;
      const average = Math.round((reviews.reduce((sum, each) => sum + each.rating, 0) / count) * 10) / 10;
      expect({ productId, rating }).to.deep.equal({ productId, rating: count === 0 ? null : { average, count } });
    }
  });

  it('follow reviews, however they are written, changed and deleted', async () => {
    const becomes = (average: number, count: number) =>
      waitUntil(async () => {
        const text = '{ product(id: "1059") { rating { average count } } }';
        const { data } = await shop.graphql<{ product: Rated }>(text);
        return data?.product.rating?.average === average && data.product.rating.count === count;
      });
    const path = '/products/1059/reviews';
    const { body } = await shop.rest<{ data: { review: { id: string } } }>('POST', path, {
      body: { author: 'Ann', rating: 5, comment: 'REST.' },
    });
    await becomes(5, 1);
    await shop.graphql(createText);
    await becomes(4.5, 2);
    const form = new URLSearchParams({ author: 'Cy', rating: '1', comment: 'Form.', formKey: 'a form' });
    const headers = { accept: 'text/html', origin: shop.url };
    const post = () => fetch(shop.url + path, { method: 'POST', redirect: 'manual', headers, body: form });
    expect([(await post()).status, (await post()).status]).to.deep.equal([303, 303]);
    await becomes(3.3, 3);
    const token = await shop.token(['reviews:write']);
    const review = `/reviews/${body.data.review.id}`;
    await shop.rest('PATCH', review, { token, body: { rating: 1 } });
    await becomes(2, 3);
    const moderator = await shop.token(['reviews:moderate']);
    const { id } = body.data.review;
    const move = (text: string) => shop.graphql(`mutation ($id: ID!) { ${text}(id: $id) { id } }`, { id }, moderator);
    await move('hideReview');
    await becomes(2.5, 2);
    await move('publishReview');
    await becomes(2, 3);
    await shop.rest('DELETE', review, { token });
    await becomes(2.5, 2);
  });
});
