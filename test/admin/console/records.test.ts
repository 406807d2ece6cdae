import { expect } from 'chai';
import { askConsole } from '../../support/console-client.ts';
import { type NumberedShop, startNumbered } from '../../support/numbered-shop.ts';

describe('the records in the console', () => {
  let shop: NumberedShop;
  before(async () => {
    shop = await startNumbered({ admin: true });
    await shop.database('numbered').transaction(async (transaction) => {
      for (let count = 1; count <= 60; count++)
        await transaction.record({
          action: 'number.changed',
          subject: `number:${count}`,
          from: { is: count },
          to: '<b>',
        });
    });
    await shop
      .database('other')
      .transaction((transaction) => transaction.record({ action: 'other.made', subject: 'number:7' }));
  });
  after(() => shop[Symbol.asyncDispose]());

  const shown = async (search = '') => {
    const { status, body } = await askConsole(shop, `/console/records${search}`);
    expect(status, body).to.equal(200);
    const records = [...body.matchAll(/<b>([\w.]+)<\/b><code>([\w:]+)<\/code>/g)].map(
      ([, action, of]) => `${action} ${of}`,
    );
    const [, older] = /href="\/console\/records(\?[^"]+)">Older records/.exec(body) ?? [];
    return { body, records, older: older?.replaceAll('&amp;', '&') };
  };

  it('are there newest first, and the older ones behind a link', async () => {
    const { records, older, body } = await shown();
    expect(records.slice(0, 2)).to.deep.equal(['other.made number:7', 'number.changed number:60']);
    expect(records).to.have.length(50);
    expect(body).to.include('{&quot;is&quot;:60} → &quot;&lt;b&gt;&quot;').and.include('outside of requests');
    const rest = await shown(older);
    expect(rest.records).to.deep.equal(Array.from({ length: 11 }, (_, index) => `number.changed number:${11 - index}`));
    expect(rest.older).to.equal(undefined);
  });

  for (const [search, found] of [
    ['?subject=number%3A7', ['other.made number:7', 'number.changed number:7']],
    ['?extension=other&subject=', ['other.made number:7']],
    ['?extension=+numbered+&subject=number:7', ['number.changed number:7']],
    ['?subject=number:61', []],
    ['?before=none', []],
    ['?before=1%20or%20true', []],
  ] as const)
    it(`are those that were asked for: ${search}`, async () => {
      const { records, body } = await shown(search);
      expect(records).to.deep.equal(found);
      expect(body.includes('There is no such record.')).to.equal(found.length === 0);
    });

  it('keep the filter in the link to the older ones', async () => {
    const { older } = await shown('?extension=numbered');
    expect(new URLSearchParams(older).get('extension')).to.equal('numbered');
  });
});
