import { expect } from 'chai';
import { startGateway, type TestGateway } from '../../../test/support/start-gateway.ts';

interface Found {
  readonly products: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly productId: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const text = `query ($search: String, $first: Int = 100, $after: String) {
  products(search: $search, first: $first, after: $after) {
    totalCount nodes { productId } pageInfo { hasNextPage endCursor }
  }
}`;

describe('catalog: products(search:)', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway();
  });
  after(() => shop[Symbol.asyncDispose]());

  async function find(search: string | null, more: object = {}): Promise<Found['products']> {
    const { data, errors } = await shop.graphql<Found>(text, { search, ...more });
    if (data == null) throw new Error(JSON.stringify(errors));
    return data.products;
  }

  async function idsOf(search: string): Promise<readonly string[]> {
    return (await find(search)).nodes.map(({ productId }) => productId);
  }

  it('finds a word of the name', async () => {
    expect(await idsOf('Rooibos')).to.deep.equal(['1058']);
  });

  it('finds a part of a word of the description', async () => {
    expect(await idsOf('jet la')).to.deep.equal(['1052']);
  });

  it('takes upper and lower case for one, in the search and in the product', async () => {
    expect(await idsOf('rOOIBOS')).to.deep.equal(['1058']);
    expect(await idsOf('uji')).to.deep.equal(['1060']);
  });

  it('finds what has all words, wherever and in whatever order', async () => {
    expect(await idsOf('jet  melatonin')).to.deep.equal(['1052']);
    expect(await idsOf('melatonin honey')).to.deep.equal([]);
  });

  for (const search of [null, '', '  \t '])
    it(`finds everything for ${JSON.stringify(search)}`, async () => {
      expect((await find(search)).totalCount).to.equal(72);
    });

  for (const search of ['%', '_', '\\', "'; drop table product; --", '%vitamin%', 'vit_min'])
    it(`takes ${JSON.stringify(search)} as it is, and finds nothing`, async () => {
      expect(await find(search)).to.deep.include({ totalCount: 0, nodes: [] });
      expect((await find(null)).totalCount).to.equal(72);
    });

  it('finds a wildcard that a product really has', async () => {
    await shop
      .database('catalog')
      .query("insert into product (name, price_cents, sku) values ('Half_price 50% tea', 1, 'X')");
    expect((await idsOf('50%')).length).to.equal(1);
    expect((await idsOf('half_price')).length).to.equal(1);
    await shop.database('catalog').query("delete from product where sku = 'X'");
  });

  it('takes a NUL character for a space', async () => {
    expect(await idsOf('roo\0ibos')).to.deep.equal(['1058']);
  });

  it('pages and counts what is found', async () => {
    const first = await find('tea', { first: 3 });
    expect(first.nodes).to.have.lengthOf(3);
    expect(first.pageInfo.hasNextPage).to.equal(true);
    const rest = await find('tea', { after: first.pageInfo.endCursor });
    expect(first.totalCount).to.equal(3 + rest.nodes.length);
    expect(rest.pageInfo.hasNextPage).to.equal(false);
  });

  it('refuses a search of more than 200 characters', async () => {
    expect(await shop.graphql(text, { search: 'a'.repeat(201) })).to.have.nested.property(
      'errors[0].extensions.code',
      'BAD_USER_INPUT',
    );
  });

  it('sends one query for the page and one for the count', async () => {
    shop.takeQueries();
    await find('tea');
    expect(shop.takeQueries()).to.have.lengthOf(2);
  });
});
