import { expect } from 'chai';
import { printSchema } from 'graphql';
import { forEachPlacement, startGateway, type TestGateway } from '../support/start-gateway.ts';

const productFields = `productId name price description
  extension { supplement { ingredients benefits presentation dosage warnings storage } }
  reviews { id author rating comment createdAt }`;

interface Product {
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly description: string | null;
  readonly extension: { readonly supplement: Readonly<Record<string, unknown>> | null } | null;
  readonly reviews: readonly { readonly id: string; readonly createdAt: string }[];
}

forEachPlacement('the shop of gateway.yaml', (start) => {
  let shop: TestGateway;
  before(async () => {
    // Statements are counted, and jobs send some of their own.
    shop = await start({ config: (text) => `${text}\njobs: { enabled: false }\n` });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('answers a product with its supplement and reviews from three extensions', async () => {
    const { data, errors } = await shop.graphql<{ product: Product }>(`{ product(id: "1001") { ${productFields} } }`);
    expect(errors).to.equal(undefined);
    expect(data?.product).to.include.keys('productId', 'name', 'price', 'description', 'extension', 'reviews');
    expect(data?.product.productId).to.equal('1001');
    expect(data?.product.extension?.supplement).to.have.all.keys(
      'ingredients',
      'benefits',
      'presentation',
      'dosage',
      'warnings',
      'storage',
    );
    expect(data?.product.reviews).to.not.have.lengthOf(0);
  });

  it('asks the database once per extension for a product', async () => {
    shop.takeQueries();
    await shop.graphql(`{ product(id: "1001") { ${productFields} } }`);
    expect(
      shop
        .takeQueries()
        .map(({ extension }) => extension)
        .toSorted(),
    ).to.deep.equal(['catalog', 'pricing', 'reviews', 'supplement']);
  });

  for (const first of [20, 100]) {
    it(`asks the database once per extension and level for a list of ${first}`, async () => {
      shop.takeQueries();
      const { data } = await shop.graphql<{ products: { edges: { node: Product }[] } }>(
        `query ($first: Int) { products(first: $first) { edges { node { ${productFields} } } } }`,
        { first },
      );
      expect(data?.products.edges.length).to.be.within(20, first);
      expect(
        shop
          .takeQueries()
          .map(({ extension }) => extension)
          .toSorted(),
      ).to.deep.equal(['catalog', 'pricing', 'reviews', 'supplement']);
    });
  }

  it('asks once per level where one extension takes part on two of them', async () => {
    shop.takeQueries();
    const { errors } = await shop.graphql(
      '{ products(first: 20) { nodes { reviews { product { name reviews { rating } extension { supplement { dosage } } } } } } }',
    );
    expect(errors).to.equal(undefined);
    const queries = shop.takeQueries();
    const countOf = (name: string) => queries.filter(({ extension }) => extension === name).length;
    expect({
      catalog: countOf('catalog'),
      reviews: countOf('reviews'),
      supplement: countOf('supplement'),
    }).to.deep.equal({
      catalog: 2,
      reviews: 2,
      supplement: 1,
    });
  });

  it('answers null without an error for a product that is not there', async () => {
    expect(await shop.graphql('{ product(id: "no-such") { name reviews { id } } }')).to.deep.equal({
      data: { product: null },
    });
  });

  it('names pages and routes by url', async () => {
    const query = `query ($params: URLParams) {
      page: url(routeId: "productPage", params: { productId: "a/b c" })
      home: url(routeId: "homepage")
      route: url(routeId: "addReview", params: $params)
    }`;
    expect(await shop.graphql(query, { params: { productId: 7 } })).to.deep.equal({
      data: { page: '/products/a%2Fb%20c', home: '/', route: '/products/7/reviews' },
    });
  });

  for (const [what, call, name] of [
    ['an unknown route', 'url(routeId: "productPag")', 'productPage'],
    ['a missing parameter', 'url(routeId: "productPage")', 'productId'],
    ['parameters that are no object', 'url(routeId: "homepage", params: "page")', 'params'],
    ['parameters that are a list', 'url(routeId: "homepage", params: [{ page: 2 }])', 'params'],
    ['an extra parameter', 'url(routeId: "homepage", params: { page: 2 })', 'page'],
  ] as const) {
    it(`names ${what} of url in the error`, async () => {
      const { data, errors } = await shop.graphql(`{ ${call} }`);
      expect(data).to.deep.equal({ url: null });
      expect(errors?.[0]?.message).to.contain(`"${name}"`);
      expect(errors?.[0]?.extensions?.code).to.equal('BAD_USER_INPUT');
    });
  }

  it('shows clients no trace of how the extensions are joined', () => {
    expect(printSchema(shop.gateway.schema)).to.not.match(/_entities|_Entity|_Any|_service|@key|@join|_Service/);
  });

  it('says who owns the resolver that failed, and nothing of what it threw', async () => {
    await shop.database('reviews').query('alter table review rename to review_away');
    try {
      const { data, errors } = await shop.graphql(
        '{ product(id: "1001") { name } reviews(first: 1) { nodes { id } } }',
      );
      expect(data).to.equal(null); // reviews is non-null
      expect(errors).to.have.lengthOf(1);
      expect(errors?.[0]?.path).to.deep.equal(['reviews']);
      expect(errors?.[0]?.extensions).to.include({ code: 'INTERNAL_SERVER_ERROR', extension: 'reviews' });
      expect(JSON.stringify(errors)).to.not.contain('review_away').and.not.contain('does not exist');
      expect(shop.log.text()).to.contain(String(errors?.[0]?.extensions?.id)).and.contain('does not exist');
    } finally {
      await shop.database('reviews').query('alter table review_away rename to review');
    }
  });
});

forEachPlacement('gateway.yaml', (startPlaced) => {
  context('when reviews is disabled in it', () => {
    it("removes the extension's types, fields and routes, and nothing else", async () => {
      await using whole = await startGateway({ empty: true });
      await using without = await startPlaced({
        empty: true,
        config: (text) => text.replace(/(name: reviews,.*enabled: )true/, '$1false'),
      });
      const lost = difference(describeShop(whole), describeShop(without));
      const gained = difference(describeShop(without), describeShop(whole));
      expect(gained).to.deep.equal([]);
      expect(lost.filter((name) => !/review|rating/i.test(name))).to.deep.equal([]);
      expect(lost).to.include.members(['Product.reviews', 'type Review', 'Query.reviews', 'Mutation.createReview']);
      expect(lost).to.include('route reviews.addReview');
      expect((await without.rest('POST', '/products/1001/reviews', { body: {} })).status).to.equal(404);
      expect((await without.graphql('{ foos { name } products { totalCount } }')).errors).to.equal(undefined);
    });
  });
});

/** Every type, field and route, by name. */
function describeShop({ gateway }: TestGateway): readonly string[] {
  const types = Object.values(gateway.schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const fields = types.flatMap((type) =>
    'getFields' in type ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
  );
  const routes = gateway.routes.endpoints.map(({ extension, routeId }) => `route ${extension}.${routeId}`);
  return [...types.map(({ name }) => `type ${name}`), ...fields, ...routes];
}

function difference(all: readonly string[], some: readonly string[]): readonly string[] {
  return [...new Set(all).difference(new Set(some))];
}
