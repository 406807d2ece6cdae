import { expect } from 'chai';
import type { TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

const form = { author: 'Ann', rating: '1', comment: 'Read me first.' };
const path = '/products/1016/reviews';

describe('reviews: what waits belongs to', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openReviews({ seed: false, settings: { moderation: 'all' } });
  });
  beforeEach(() => shop.database.query('delete from review'));
  after(() => shop.close());

  const isShown = async (cookie: string) =>
    (await shop.page('/products/1016', { cookie })).html.includes('Read me first.');

  it('a browser without a cookie that sends its first form twice', async () => {
    await shop.form(path, form);
    const { cookie = '' } = await shop.form(path, form);
    expect(await isShown(cookie)).to.equal(true);
    expect(await shop.database.query('select from review')).to.have.lengthOf(1);
  });

  it('its author when another browser sends the same', async () => {
    const { cookie = '' } = await shop.form(path, form);
    await shop.form(path, form, { cookie: shop.visitor().cookie });
    expect(await isShown(cookie)).to.equal(true);
  });

  it('a customer, and not the next person at the browser', async () => {
    const { cookie } = shop.visitor();
    await shop.rest('POST', path, { body: { ...form, rating: 1 }, cookie, token: await shop.token({ id: 'ann' }) });
    expect(await shop.database.query('select from review')).to.have.lengthOf(1);
    expect(await isShown(cookie)).to.equal(false);
  });
});
