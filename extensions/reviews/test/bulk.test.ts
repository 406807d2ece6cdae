import { expect } from 'chai';
import type { TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

const path = '/desk/reviews';

describe('reviews: several at once', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openReviews({ seed: false });
    token = await shop.token({ permissions: ['reviews:moderate', 'desk:use'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from review');
    await shop.database.query(`
      insert into review (review_id, product_id, author, rating, comment, state) overriding system value values
        (1, '1016', 'Ann', 1, 'One.', 'WAITING'), (2, null, 'Bea', 2, 'Two.', 'WAITING')`);
  });

  const post = (body: object, bearer: string | undefined = token) => shop.rest('POST', path, { body, token: bearer });
  const states = async () => {
    const rows = await shop.database.query<{ state: string }>('select state from review order by review_id');
    return rows.map(({ state }) => state);
  };

  it('are published once, with a record each', async () => {
    const before = (await shop.records()).length;
    for (let time = 0; time < 2; time++) {
      const { status, body } = await post({ do: 'PUBLISHED', reviews: ['1', '2', '1'] });
      expect([status, body]).to.deep.equal([200, { success: true, data: { done: 2 } }]);
    }
    expect(await states()).to.deep.equal(['PUBLISHED', 'PUBLISHED']);
    const records = (await shop.records()).slice(before);
    expect(records.map(({ action, subject }) => `${action} ${subject}`)).to.deep.equal([
      'review.published review:1',
      'review.published review:2',
    ]);
  });

  it('are hidden but for one that is gone, and the answer says which', async () => {
    const { status, html } = await shop.form(
      path,
      { do: 'HIDDEN', reviews: '99', next: `${path}?state=all` },
      { token },
    );
    expect(status).to.equal(409);
    expect(html)
      .to.contain('0 done, 1 refused.')
      .and.to.match(/<bdi>99<\/bdi>: \S/);
    expect(html).to.contain(`href="${path}?state=all"`);
    const { body } = await post({ do: 'HIDDEN', reviews: ['1', '99', '2'] });
    expect(body).to.deep.include({ error: '2 done, 1 refused.' });
    expect(await states()).to.deep.equal(['HIDDEN', 'HIDDEN']);
  });

  for (const [query, state, seen] of [
    ['', 'WAITING', 'WAITING'],
    ['?state=hidden', 'HIDDEN', 'HIDDEN'],
    ['?state=all', 'HIDDEN', undefined],
  ] as const)
    it(`are refused where another one has moved them since the list${query} was opened`, async () => {
      await shop.database.query('update review set state = $1', [state]);
      const { html } = await shop.page(path + query, { token });
      const sent = /name="seen" value="(\w+)"/.exec(html.slice(html.indexOf('class="desk-bulk"')))?.[1];
      expect(sent).to.equal(seen);
      const other = state === 'HIDDEN' ? 'WAITING' : 'HIDDEN';
      await shop.database.query('update review set state = $1 where review_id = 1', [other]);
      const { status } = await post({ do: 'PUBLISHED', reviews: ['1', '2'], seen: sent });
      expect([status, await states()]).to.deep.equal(
        seen === undefined ? [200, ['PUBLISHED', 'PUBLISHED']] : [409, [other, 'PUBLISHED']],
      );
    });

  it('lead back to the list, and to no other site', async () => {
    const fields = { do: 'HIDDEN', reviews: '1' };
    for (const [next, location] of [
      [`${path}?state=all&page=1`, `${path}?state=all&page=1&done=1`],
      ['https://evil.example/', `${path}?done=1`],
    ] as const)
      expect(await shop.form(path, { ...fields, next }, { token })).to.include({ status: 303, location });
    const done = await shop.page(`${path}?done=1`, { token });
    expect(done.html).to.contain('Done: 1.');
    expect((await shop.page(`${path}?done=%3Cb%3E`, { token })).html).to.not.contain('Done');
  });

  it('are at least one, and for those who moderate', async () => {
    const none = await shop.form(path, { do: 'HIDDEN' }, { token });
    expect([none.status, none.html.includes('Select at least one row.')]).to.deep.equal([400, true]);
    const other = await shop.token({ permissions: ['reviews:write'] });
    expect((await post({ do: 'HIDDEN', reviews: ['1'] }, other)).status).to.equal(403);
    expect(await states()).to.deep.equal(['WAITING', 'WAITING']);
  });

  it('have boxes, which the address can tick', async () => {
    const { html } = await shop.page(path, { token });
    expect(html.match(/type="checkbox"/g)).to.have.lengthOf(2);
    expect(html).to.not.contain('checked=""');
    expect((await shop.page(`${path}?select=all`, { token })).html.match(/checked=""/g)).to.have.lengthOf(2);
  });
});
