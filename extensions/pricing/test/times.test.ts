import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface List {
  readonly priceListId: string;
  readonly from: string;
  readonly version: string;
}

describe('pricing: times of a list in Tokyo', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('pricing', { seed: false, timeZone: 'Asia/Tokyo' });
    token = await shop.token({ permissions: ['pricing:write'] });
  });
  after(() => shop.close());

  const lists = async () =>
    (await shop.graphql<{ priceLists: readonly List[] }>('{ priceLists { priceListId from version } }', {}, { token }))
      .data?.priceLists ?? [];
  const post = (path: string, body: object) => shop.rest('POST', `/desk/${path}`, { body, token });

  it('keep their seconds when a form leaves them as they were, and are in its zone when it is stale', async () => {
    const text = "insert into price_list (name, valid_from) values ('Summer', '2026-05-31T15:00:12Z')";
    await shop.database.query(text);
    const [list] = await lists();
    const path = `price-lists/${list?.priceListId}`;
    const form = { name: 'Spring', priority: 1, from: '2026-06-01T00:00', until: '', version: list?.version };
    expect((await post(path, form)).status).to.equal(200);
    const [changed] = await lists();
    expect(new Date(changed?.from ?? '').toISOString()).to.equal('2026-05-31T15:00:12.000Z');

    const stale = { ...form, name: 'Autumn', priority: '1', from: '2026-07-01T00:00', version: String(list?.version) };
    const { status, html } = await shop.form(`/desk/${path}`, stale, { token });
    expect(status).to.equal(409);
    expect(html).to.contain('2026-06-01T00:00').and.not.contain('2026-05-31');
  });

  it('are listed with the time of day', async () => {
    expect((await shop.page('/desk/price-lists', { token })).html).to.contain('2026-06-01 00:00');
  });
});
