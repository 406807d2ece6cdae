import { expect } from 'chai';
import { elementWith, type TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

describe('reviews: helpful votes', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openReviews({ seed: false });
  });
  beforeEach(async () => {
    await shop.database.query('delete from review');
    await shop.database.query(`
      insert into review (review_id, product_id, author, rating, comment, created_at)
      select n, '1001', 'Ann', 5, 'No. ' || n, timestamptz '2025-01-01Z' + n * interval '1 day' from generate_series(1, 45) n`);
  });
  after(() => shop.close());

  const path = (id: string, product = '1001') => `/products/${product}/reviews/${id}/helpful`;
  const vote = (id: string, helpful: boolean, options: object = {}) =>
    shop.rest<{ data: { helpful: number } }>('POST', path(id), { body: { helpful }, ...options });
  const idsOf = (html: string) => [...html.matchAll(/<li id="review-(\d+)"/g)].map(([, id]) => id);

  it('are made and taken back by the button, which leads back to where it stands', async () => {
    const made = await shop.form(path('44'), { helpful: 'true', reviews: 'helpful' });
    expect(made).to.include({ status: 303, location: '/products/1001?reviews=helpful#helpful-44' });
    const { cookie } = made;
    const button = async (options: { readonly cookie?: string }) =>
      elementWith((await shop.page('/products/1001', options)).html, 'li', 'id="review-44"');
    expect(await button({ cookie: cookie ?? '' }))
      .to.contain('aria-pressed="true"')
      .and.to.contain('name="helpful" value="false"')
      .and.to.contain('Helpful (1)');
    expect(await button({}))
      .to.contain('aria-pressed="false"')
      .and.to.contain('Helpful (1)');
    const { location } = await shop.form(path('44'), { helpful: 'false' }, { cookie: cookie ?? '' });
    expect(location).to.equal('/products/1001#helpful-44');
    expect(await button({ cookie: cookie ?? '' }))
      .to.contain('Helpful (0)')
      .and.to.contain('aria-pressed="false"');
  });

  it('count once for each browser and customer, however often and at once they come', async () => {
    const { cookie } = shop.visitor();
    const twice = await Promise.all([vote('1', true, { cookie }), vote('1', true, { cookie })]);
    expect(twice.map(({ body }) => body.data.helpful)).to.deep.equal([1, 1]);
    const others = await Promise.all(
      [1, 2, 3].map(async (id) => vote('1', true, { token: await shop.token({ id: `c${id}` }) })),
    );
    expect(others.map(({ body }) => body.data.helpful).toSorted()).to.deep.equal([2, 3, 4]);
    expect((await vote('1', false, { token: await shop.token({ id: 'c9' }) })).body.data.helpful).to.equal(4);
    expect((await vote('1', false, { token: await shop.token({ id: 'c1' }) })).body.data.helpful).to.equal(3);
  });

  it('count once for a browser without a cookie that sends its first one twice', async () => {
    const first = await shop.form(path('44'), { helpful: 'true' });
    const { cookie = '' } = await shop.form(path('44'), { helpful: 'true' });
    expect(cookie).to.not.equal(first.cookie);
    const item = elementWith((await shop.page('/products/1001', { cookie })).html, 'li', 'id="review-44"');
    expect(item).to.contain('Helpful (1)').and.to.contain('aria-pressed="true"');
    await shop.database.query("update review_vote set voted_at = voted_at - interval '2 minutes'");
    expect((await vote('44', true)).body.data.helpful).to.equal(2);
  });

  it('of guests at one address are three in a day for a review', async () => {
    const guest = () => vote('1', true, { cookie: shop.visitor().cookie });
    const { cookie } = shop.visitor();
    const four = [await vote('1', true, { cookie }), await guest(), await guest(), await guest()];
    expect(four.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429]);
    expect((await vote('1', true, { cookie })).status).to.equal(200);
    expect((await vote('2', true)).status).to.equal(200);
    expect((await vote('1', true, { token: await shop.token({ id: 'c1' }) })).body.data.helpful).to.equal(4);
    await shop.database.query("update review_vote set voted_at = voted_at - interval '25 hours'");
    expect((await guest()).body.data.helpful).to.equal(5);
    await shop.runJob('forgetAddresses');
    expect(await shop.database.query('select from review_vote where address is not null')).to.have.lengthOf(1);
  });

  it('may be repeated, also where the address has as many by now', async () => {
    const { cookie } = shop.visitor();
    const first = await vote('3', true, { cookie });
    await shop.database.query("update review_vote set voted_at = voted_at - interval '2 days' where review_id = 3");
    for (const guest of [1, 2, 3]) {
      const { status } = await vote('3', true, { cookie: shop.visitor().cookie });
      expect(status, String(guest)).to.equal(200);
    }
    const again = await vote('3', true, { cookie });
    expect([again.status, again.body.data.helpful - first.body.data.helpful]).to.deep.equal([200, 3]);
  });

  it('are for published reviews of the product alone', async () => {
    await shop.database.query("update review set state = 'HIDDEN' where review_id = 2");
    const { cookie } = shop.visitor();
    for (const address of [path('2'), path('1', '1002'), path('999'), path('abc')])
      expect((await shop.rest('POST', address, { body: { helpful: true }, cookie })).status).to.equal(404);
  });

  it('sort the list, part by part', async () => {
    const ids = ['3', '7', '5'];
    await shop.database.query('update review set helpful = 10 - review_id where review_id = any($1::bigint[])', [ids]);
    const found: (string | undefined)[] = [];
    const sizes: number[] = [];
    for (let part: string | undefined = '/products/1001?reviews=helpful'; part !== undefined; ) {
      const { html } = await shop.page(part);
      expect(html).to.match(/aria-current="(?:page|true)">Most helpful/);
      found.push(...idsOf(html));
      sizes.push(idsOf(html).length);
      part = /<a rel="next" href="([^"#]*)#reviews"/.exec(html)?.[1];
    }
    expect(sizes).to.deep.equal([20, 20, 5]);
    expect(found.slice(0, 5)).to.deep.equal(['3', '5', '7', '45', '44']);
    expect(new Set(found)).to.have.lengthOf(45);
    expect(idsOf((await shop.page('/products/1001')).html).slice(0, 2)).to.deep.equal(['45', '44']);
  });

  it('cost one statement for all reviews of a part, and none for a browser that is not known', async () => {
    const votes = async (options: object) => {
      shop.queries();
      await shop.graphql('{ product(id: "1001") { reviewPage { reviews { foundHelpful } } } }', {}, options);
      return shop.queries().filter((text) => text.includes('review_vote')).length;
    };
    expect([await votes({ cookie: shop.visitor().cookie }), await votes({})]).to.deep.equal([1, 0]);
  });
});
