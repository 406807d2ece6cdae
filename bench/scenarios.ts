export interface Scenario {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  /** Needs a bearer token. */
  readonly private: boolean;
  readonly expectedStatus: number;
}

const productFields = `productId name price description
  extension { supplement { ingredients benefits presentation dosage warnings storage } }
  reviews { id author rating comment createdAt }`;

/** The three: one product, twenty products with the same fields, and the specification's POST /foos. */
export const scenarios: readonly Scenario[] = [
  graphql('product', `query ($id: ID!) { product(id: $id) { ${productFields} } }`, { id: '1001' }),
  graphql('list of 20', `query ($first: Int) { products(first: $first) { edges { node { ${productFields} } } } }`, {
    first: 20,
  }),
  graphql('list of 100', `query ($first: Int) { products(first: $first) { edges { node { ${productFields} } } } }`, {
    first: 100,
  }),
  {
    name: 'POST /foos',
    method: 'POST',
    path: '/foos',
    body: JSON.stringify({ name: 'a foo', description: 'made by the benchmark' }),
    private: true,
    expectedStatus: 201,
  },
];

/** Five extensions' components of one product, and 24 products with their ratings. Their floors are in page-server.ts. */
export const productPage: Scenario = page('product page', '/products/1001');
export const pages: readonly Scenario[] = [productPage, page('home page', '/')];

function page(name: string, path: string): Scenario {
  return { name, method: 'GET', path, body: '', private: false, expectedStatus: 200 };
}

function graphql(name: string, query: string, variables: object): Scenario {
  return {
    name,
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables }),
    private: false,
    expectedStatus: 200,
  };
}
