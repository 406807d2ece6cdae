import { expect } from 'chai';
import { openExtension } from 'stoa/testing';

describe('supplement: facets', () => {
  it('are told to the catalog, and again after a change', async () => {
    await using shop = await openExtension('supplement', { locales: ['en-IE', 'de', 'ar'] });
    const pushed = async () =>
      (await shop.database.query('select from facet_push where pushed_at > changed_at')).length === 1;
    await shop.runJob('pushFacets');
    expect(await pushed()).to.equal(true);
    await shop.database.query("update supplement set form = 'powder' where product_id = '1001'");
    expect(await pushed()).to.equal(false);
    await shop.runJob('pushFacets');
    expect(await pushed()).to.equal(true);
  });
});
