import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

interface Page {
  readonly products: {
    readonly edges: readonly { readonly cursor: string; readonly node: { readonly productId: string } }[];
    readonly nodes: readonly { readonly productId: string; readonly price: number }[];
    readonly pageInfo: PageInfo;
  };
}

const pageText = `query ($first: Int, $after: String) {
  products(first: $first, after: $after) {
    edges { cursor node { productId } }
    nodes { productId price }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const demonstrationIds = Array.from({ length: 72 }, (_, index) => String(1001 + index));

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

describe('catalog: products', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog');
  });
  after(() => shop.close());

  async function readPage(variables: Readonly<Record<string, unknown>>): Promise<Page['products']> {
    const { data, errors } = await shop.graphql<Page>(pageText, variables);
    if (data == null) throw new Error(JSON.stringify(errors));
    return data.products;
  }

  it('answers the first twenty when nothing else is asked for', async () => {
    const { nodes } = await readPage({});
    expect(nodes.map((node) => node.productId)).to.deep.equal(demonstrationIds.slice(0, 20));
  });

  it('takes null for "first" and "after" as not given', async () => {
    expect(await readPage({ first: null, after: null })).to.deep.equal(await readPage({}));
  });

  it('answers prices with two decimals', async () => {
    const { nodes } = await readPage({ first: 100 });
    for (const { price } of nodes)
      expect(price)
        .to.equal(Number(price.toFixed(2)))
        .and.to.be.above(0);
  });

  it('answers pages by number, as by cursor, in every list', async () => {
    const text = `query ($after: String, $page: Int, $search: String, $sort: ProductSort) {
      products(first: 5, after: $after, page: $page, search: $search, sort: $sort) {
        offset totalCount nodes { productId } pageInfo { endCursor hasNextPage hasPreviousPage }
      }
    }`;
    const read = async (variables: object) => {
      const { data } = await shop.graphql<{
        products: { offset: number; totalCount: number; pageInfo: { endCursor: string; hasPreviousPage: boolean } };
      }>(text, { ...variables });
      if (data == null) throw new Error('no data');
      return data.products;
    };
    for (const list of [{}, { search: 'vitamin' }, { sort: 'NAME' }]) {
      const first = await read(list);
      expect(await read({ ...list, page: 1 })).to.deep.equal(first);
      const second = await read({ ...list, page: 2 });
      expect(second).to.deep.include({ offset: 5, totalCount: first.totalCount });
      expect(second.pageInfo.hasPreviousPage).to.equal(true);
      expect(await read({ ...list, after: first.pageInfo.endCursor })).to.deep.equal(second);
      // A cursor counts alone.
      expect(await read({ ...list, after: first.pageInfo.endCursor, page: 9 })).to.deep.equal(second);
      const beyond = await read({ ...list, page: 100_000 });
      expect(beyond).to.deep.include({ nodes: [], totalCount: first.totalCount });
    }
  });

  for (const page of [0, -1, 100_001])
    it(`refuses page: ${page}`, async () => {
      const answer = await shop.graphql('query ($page: Int) { products(page: $page) { totalCount } }', { page });
      expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
      expect(answer).to.have.nested.property('errors[0].message', '"page" must be 1 to 100,000.');
    });

  it('answers every product once, by id, when a client follows the cursors', async () => {
    const pages = [await readPage({ first: 30 })];
    for (let page = pages[0]; page?.pageInfo.hasNextPage; page = pages.at(-1))
      pages.push(await readPage({ first: 30, after: page.pageInfo.endCursor }));
    expect(pages.map((page) => page.nodes.length)).to.deep.equal([30, 30, 12]);
    expect(pages.flatMap((page) => page.nodes.map((node) => node.productId))).to.deep.equal(demonstrationIds);
  });

  it('says where a page lies', async () => {
    const first = await readPage({ first: 2 });
    expect(first.pageInfo).to.deep.equal({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.edges[0]?.cursor,
      endCursor: first.edges[1]?.cursor,
    });
    const second = await readPage({ first: 100, after: first.pageInfo.endCursor });
    expect(second.pageInfo).to.include({ hasNextPage: false, hasPreviousPage: true });
  });

  it('answers an empty page after the last product', async () => {
    const { pageInfo } = await readPage({ first: 100 });
    expect(await readPage({ after: pageInfo.endCursor })).to.deep.equal({
      edges: [],
      nodes: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it('says that the page is the last one when it ends with the last product', async () => {
    const { pageInfo } = await readPage({ first: 72 });
    expect(pageInfo.hasNextPage).to.equal(false);
  });

  for (const first of [0, -1, 101])
    it(`refuses first: ${first}`, async () => {
      const answer = await shop.graphql(pageText, { first });
      expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
      expect(answer).to.have.nested.property('errors[0].message', `"first" must be 1 to 100, but is ${first}.`);
    });

  for (const [what, after] of Object.entries({
    'an empty text': '',
    'a product id': '1001',
    'another list': encode('review:2025-01-01T00:00:00.000Z:1'),
    'a malformed id': encode('product:1e3'),
    'an id beyond a bigint': encode('product:9999999999999999999'),
    'characters that base64 skips': `${encode('product:1001')}!`,
  }))
    it(`refuses a cursor made of ${what}`, async () => {
      const answer = await shop.graphql(pageText, { after });
      expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
      expect(answer).to.have.nested.property('errors[0].message', '"after" is not a cursor of this list.');
    });

  it('sends one query for a page', async () => {
    shop.queries();
    await shop.graphql('{ products(first: 50) { edges { cursor } nodes { name price url } } }');
    expect(shop.queries()).to.have.lengthOf(1);
  });

  it('counts all products only when asked to', async () => {
    shop.queries();
    expect(await shop.graphql('{ products(first: 1) { totalCount } }')).to.deep.equal({
      data: { products: { totalCount: 72 } },
    });
    expect(shop.queries()).to.have.lengthOf(2);
  });

  for (const [many, statements] of [
    [1999, 1],
    [2000, 0],
  ] as const)
    it(`counts ${many} products again with ${statements} statements`, async () => {
      await using large = await openExtension('catalog', { seed: false });
      await large.database.query(
        "insert into product (name, price_cents, sku) select 'Thing', 1, 'S' || n from generate_series(1, $1::int) n",
        [many],
      );
      const page = '{ products(first: 1) { totalCount pageInfo { endCursor } } }';
      const first = await large.graphql<Page>(page);
      expect(first).to.have.nested.property('data.products.totalCount', many);
      large.queries();
      expect(await large.graphql(page)).to.deep.equal(first);
      expect(large.queries()).to.have.lengthOf(1 + statements);
      const after = first.data?.products.pageInfo.endCursor;
      const next = 'query ($after: String) { products(first: 1, after: $after) { offset } }';
      expect(await large.graphql(next, { after })).to.have.nested.property('data.products.offset', 1);
    });
});
