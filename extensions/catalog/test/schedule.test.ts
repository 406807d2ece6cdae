import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Product {
  readonly state: string;
  readonly publishAt: string | null;
  readonly hideAt: string | null;
  readonly version: string;
}

interface Products {
  readonly products: { readonly totalCount: number; readonly nodes: readonly { readonly productId: string }[] };
  readonly found: Products['products'];
  readonly product: object | null;
}

const labels = [{ locale: 'en-IE', text: 'A word' }];
const facet = { code: 'kind', labels, values: [{ code: 'plant', labels }] };

describe('catalog: products at a time', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  async function add(sku: string, published: boolean): Promise<string> {
    const body = { sku, name: `Orchid ${sku}`, price: '9.90', taxClass: 'standard', published };
    const answer = await shop.rest<{ data: { productId: string } }>('POST', '/desk/products', { body, token });
    return answer.body.data.productId;
  }

  async function read(id: string): Promise<Product> {
    const text = 'query ($id: ID!) { deskProduct(id: $id) { state publishAt hideAt version } }';
    const { data } = await shop.graphql<{ deskProduct: Product }>(text, { id }, { token });
    return data?.deskProduct ?? expect.fail('no product');
  }

  const scheduleText = `mutation ($id: ID!, $publishAt: String, $hideAt: String, $version: String!) {
    scheduleProduct(productId: $id, publishAt: $publishAt, hideAt: $hideAt, version: $version) { state publishAt hideAt }
  }`;
  const schedule = async (id: string, times: object, bearer: string | undefined = token) =>
    await shop.graphql(scheduleText, { id, version: (await read(id)).version, ...times }, { token: bearer });

  /** Whether shoppers see it: its page, lists, a search, the list of a category, the sitemap. */
  async function isSeen(id: string, locale = 'en-IE'): Promise<boolean> {
    const text = `query ($id: ID!) { product(id: $id) { name }
      products(sort: NEWEST, first: 100) { nodes { productId } totalCount }
      found: products(search: "orchid") { nodes { productId } totalCount } }`;
    const { data } = await shop.graphql<Products>(text, { id }, { headers: { 'accept-language': locale } });
    const sitemap = await (await fetch(`${shop.url}/sitemap-products.xml`)).text();
    const seen = [
      data?.product !== null,
      data?.products.nodes.some(({ productId }) => productId === id),
      data?.found.nodes.some(({ productId }) => productId === id),
      sitemap.includes(`/${await slugOf(id)}<`),
    ];
    expect(new Set(seen).size, JSON.stringify(seen)).to.equal(1);
    return seen[0] === true;
  }

  async function slugOf(id: string): Promise<string> {
    const [row] = await shop.database.query<{ slug: string }>('select slug from product where product_id = $1', [id]);
    return row?.slug ?? '';
  }

  /** The time comes: what lies in the future lies in the past now. */
  async function comes(id: string, column: 'publish_at' | 'hide_at'): Promise<void> {
    await shop.database.query(`update product set ${column} = now() - interval '1 second' where product_id = $1`, [id]);
  }

  it('is published when its time comes, in lists, search, page and sitemap of each language', async () => {
    const id = await add('LATER', false);
    expect(await schedule(id, { publishAt: '2999-07-01T09:00' })).to.deep.equal({
      data: { scheduleProduct: { state: 'draft', publishAt: '2999-07-01T09:00', hideAt: null } },
    });
    const [row] = await shop.database.query<{ at: string }>(
      'select publish_at as at from product where product_id = $1',
      [id],
    );
    expect(new Date(row?.at ?? '').toISOString()).to.equal('2999-07-01T09:00:00.000Z');
    const zone = `select shop_time('2999-07-01T09:00', 'Europe/Dublin') = '2999-07-01T08:00Z' as "isRight"`;
    expect(await shop.database.query(zone)).to.deep.equal([{ isRight: true }]);
    expect(await isSeen(id)).to.equal(false);
    await comes(id, 'publish_at');
    for (const locale of ['en-IE', 'de']) expect(await isSeen(id, locale)).to.equal(true);
    expect(await read(id)).to.include({ state: 'published', publishAt: null });
  });

  it('is hidden when its time comes, and counts in no facet', async () => {
    const id = await add('UNTIL', true);
    const indexText =
      'mutation ($facet: FacetInput!, $products: [ProductFacetInput!]!) { indexFacet(facet: $facet, products: $products) }';
    await shop.ask(indexText, { facet, products: [{ productId: id, values: ['plant'] }] });
    const counts = async () => {
      const text = '{ products(sort: NEWEST) { facets { values { code count } } } }';
      const { data } = await shop.graphql<{ products: { facets: unknown } }>(text);
      return JSON.stringify(data?.products.facets);
    };
    await schedule(id, { hideAt: '2999-07-01T09:00+02:00' });
    expect(await read(id)).to.include({ state: 'published', hideAt: '2999-07-01T07:00' });
    expect([await isSeen(id), await counts()]).to.deep.equal([true, '[{"values":[{"code":"plant","count":1}]}]']);
    await comes(id, 'hide_at');
    expect([await isSeen(id), await counts()]).to.deep.equal([false, '[]']);
    expect((await read(id)).state).to.equal('hidden');
    expect((await shop.page('/desk/products?state=hidden', { token })).html)
      .to.contain('Orchid UNTIL')
      .and.to.contain('Hidden');
  });

  it('is a draft again when the desk says so, whatever its time was', async () => {
    const id = await add('AGAIN', false);
    await schedule(id, { publishAt: '2999-07-01T09:00' });
    await comes(id, 'publish_at');
    const facts = { name: 'Orchid AGAIN', price: '9.90', taxClass: 'standard', published: false };
    const { version } = await read(id);
    await shop.rest('POST', `/desk/products/${id}/facts`, { body: { ...facts, version }, token });
    expect([await isSeen(id), (await read(id)).state]).to.deep.equal([false, 'draft']);
  });

  it('stays a draft when several products become drafts before its time', async () => {
    const id = await add('STAYS', false);
    await schedule(id, { publishAt: '2999-07-01T09:00' });
    const body = { do: 'UNPUBLISH', products: [id] };
    for (let time = 0; time < 2; time++)
      expect((await shop.rest('POST', '/desk/products/changes', { body, token })).status).to.equal(200);
    expect(await read(id)).to.include({ state: 'draft', publishAt: null });
    expect((await shop.records()).filter(({ subject }) => subject === `product:${id}`).at(-1)).to.deep.include({
      action: 'product.scheduled',
      from: { publishAt: '2999-07-01T09:00' },
      to: { publishAt: '' },
    });
  });

  it('has its times in a form and in the list, and each change in the records', async () => {
    const id = await add('FORM', false);
    const path = `/desk/products/${id}/times`;
    const { version } = await read(id);
    const { status, location } = await shop.form(
      path,
      { publishAt: '2999-07-01T09:00', hideAt: '', version },
      { token },
    );
    expect([status, location]).to.deep.equal([303, `/desk/products/${id}?saved=times#saved`]);
    expect((await shop.page(`/desk/products/${id}`, { token })).html)
      .to.contain('In the time zone UTC')
      .and.to.match(/type="datetime-local"[^>]*name="publishAt"[^>]*value="2999-07-01T09:00"/);
    expect((await shop.page('/desk/products', { token })).html).to.contain('Draft, published on 2999-07-01 09:00');
    const records = await shop.records();
    expect(records.at(-1)).to.deep.include({
      action: 'product.scheduled',
      subject: `product:${id}`,
      from: { publishAt: '' },
      to: { publishAt: '2999-07-01T09:00' },
    });
    const refused = await shop.form(path, { publishAt: '', hideAt: '', version }, { token });
    expect(refused.status).to.equal(409);
    expect((await schedule(id, { publishAt: '2999-07-01T09:00' })).errors).to.equal(undefined);
    expect(await shop.records()).to.have.length(records.length);
  });

  for (const [situation, published, times, field] of [
    ['no time', false, { publishAt: 'soon' }, 'publishAt'],
    ['a day that is not', false, { hideAt: '2999-02-30T09:00' }, 'hideAt'],
    ['a year that is not', false, { hideAt: '0000-07-01T09:00' }, 'hideAt'],
    ['an end before the beginning', false, { publishAt: '2999-07-01T09:00', hideAt: '2999-06-01T09:00' }, 'hideAt'],
    [
      'an end in the second of the beginning',
      false,
      { publishAt: '2999-07-01T09:00:00.1', hideAt: '2999-07-01T09:00:00.2' },
      'hideAt',
    ],
    ['a beginning of what is published', true, { publishAt: '2999-07-01T09:00' }, 'publishAt'],
  ] as const)
    it(`refuses ${situation}, at its field`, async () => {
      const id = await add(`NO-${situation}`, published);
      const { errors } = await schedule(id, times);
      expect(errors?.[0]?.extensions).to.have.property('code', 'BAD_USER_INPUT');
      expect(errors?.[0]?.extensions?.fields).to.have.all.keys(field);
    });

  it('refuses an end before the beginning that has come', async () => {
    const id = await add('COME', false);
    await schedule(id, { publishAt: '2999-07-01T09:00' });
    await comes(id, 'publish_at');
    const { errors } = await schedule(id, { hideAt: '2020-01-01T09:00' });
    expect(errors?.[0]?.extensions).to.have.property('code', 'BAD_USER_INPUT');
    expect(errors?.[0]?.extensions?.fields).to.have.all.keys('hideAt');
    expect((await schedule(id, { hideAt: '2999-08-01T09:00' })).errors).to.equal(undefined);
  });

  it('keeps the seconds of a time that a form leaves as it was', async () => {
    const id = await add('SECONDS', false);
    await schedule(id, { publishAt: '2999-07-01T09:00' });
    const text = "update product set publish_at = publish_at + interval '12 s' where product_id = $1::bigint";
    await shop.database.query(text, [id]);
    expect((await schedule(id, { publishAt: '2999-07-01T09:00', hideAt: '2999-08-01T09:00' })).errors).to.equal(
      undefined,
    );
    const [row] = await shop.database.query(
      'select publish_at::text as at from product where product_id = $1::bigint',
      [id],
    );
    expect(row?.at).to.contain('09:00:12');
  });

  it('is scheduled by those alone who may change products', async () => {
    const id = await add('MINE', false);
    const { errors } = await schedule(id, {}, await shop.token({ permissions: ['stock:write'] }));
    expect(errors?.[0]?.extensions).to.have.property('code', 'FORBIDDEN');
  });
});
