import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const path = '/desk/products/changes';

describe('catalog: several products at once', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog');
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const post = (body: object, bearer: string | undefined = token) =>
    shop.rest<{ error?: string; data?: { done: number } }>('POST', path, { body, token: bearer });
  const products = ['1001', '1002'];
  const read = async () =>
    await shop.database.query<{ published: boolean; category: string | null }>(
      `select published, category_id::text as category from product where product_id = any($1::bigint[]) order by 1`,
      [products],
    );
  const records = async () =>
    (await shop.records()).filter(({ action }) => action === 'product.changed').map(({ subject, to }) => [subject, to]);

  it('become drafts and are published again, with a record of each change', async () => {
    for (const [action, published] of [
      ['UNPUBLISH', false],
      ['UNPUBLISH', false],
      ['PUBLISH', true],
    ] as const) {
      expect((await post({ do: action, products })).body.data).to.deep.equal({ done: 2 });
      expect((await read()).map((product) => product.published)).to.deep.equal([published, published]);
    }
    expect(await records()).to.deep.equal([
      ['product:1001', { published: 'false' }],
      ['product:1002', { published: 'false' }],
      ['product:1001', { published: 'true' }],
      ['product:1002', { published: 'true' }],
    ]);
  });

  it('are published but for those that are hidden since a time, which the page names', async () => {
    const [hidden] = products;
    const hide = async (at: string) =>
      await shop.database.query(`update product set hide_at = ${at} where product_id = $1`, [hidden]);
    await hide("now() - interval '1 minute'");
    for (const action of ['PUBLISH', 'UNPUBLISH', 'PUBLISH']) {
      const { status, html } = await shop.form(path, { do: action, products: hidden ?? '' }, { token });
      if (action === 'UNPUBLISH') expect(status).to.equal(303);
      else expect([status, html.includes('Empty that field on its page first')]).to.deep.equal([409, true]);
    }
    expect((await post({ do: 'PUBLISH', products })).body.error).to.equal('1 done, 1 refused.');
    expect((await read()).map(({ published }) => published)).to.deep.equal([false, true]);
    await hide("now() + interval '1 day'");
    expect((await post({ do: 'PUBLISH', products })).body.data).to.deep.equal({ done: 2 });
    await hide('null');
  });

  it('move to a category, and stay where they are when it is unknown', async () => {
    const [row] = await shop.database.query<{ id: string }>(
      'select max(category_id)::text as id from category where category_id not in (select category_id from product where product_id in (1001, 1002))',
    );
    const category = row?.id ?? '';
    expect((await post({ do: 'MOVE', products, category })).status).to.equal(200);
    expect((await read()).map((product) => product.category)).to.deep.equal([category, category]);
    const unknown = await post({ do: 'MOVE', products, category: '999999' });
    expect([unknown.status, unknown.body.error]).to.deep.equal([409, '0 done, 2 refused.']);
    expect((await read()).map((product) => product.category)).to.deep.equal([category, category]);
    expect((await post({ do: 'MOVE', products, category: 'x' })).status).to.equal(400);
  });

  it('are changed but for one that is gone, which the page names', async () => {
    const { status, html } = await shop.form(path, { do: 'PUBLISH', products: '99999' }, { token });
    expect([status, /<bdi>99999<\/bdi>: There is none any more\./.test(html)]).to.deep.equal([409, true]);
    const { body } = await post({ do: 'PUBLISH', products: ['99999', ...products] });
    expect(body.error).to.equal('2 done, 1 refused.');
  });

  it('are on the same page of the filtered list after a refusal', async () => {
    const query = 'state=published&sort=name&page=1';
    const { html: list } = await shop.page(`/desk/products?${query}`, { token });
    const address = `${path}?${query}`.replaceAll('&', '&amp;');
    expect(list).to.contain(`action="${address}"`);
    const { status, html } = await shop.form(`${path}?${query}`, { do: 'PUBLISH', products: '99999' }, { token });
    const shown = (page: string) => page.match(/name="products" value="\d+"|option value="published" selected/g);
    expect([status, shown(html)]).to.deep.equal([409, shown(list)]);
    // All sample products, which a merchant hides at once.
    expect(shown(html)).to.have.lengthOf(73);
    expect(html).to.contain(`action="${address}"`);
  });

  it('are for those who write the catalog', async () => {
    const other = await shop.token({ permissions: ['orders:write'] });
    expect((await post({ do: 'UNPUBLISH', products }, other)).status).to.equal(403);
    expect((await post({ do: 'REMOVE', products })).status).to.equal(400);
    expect((await read()).every(({ published }) => published)).to.equal(true);
  });
});
