/** Code written by hand for the list of products alone: undici asks three subgraphs, and the answers are merged. */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { answer, readRequest, refuse, tellWhere } from '../engines/read-request.ts';

interface Product {
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly description: string | null;
}

interface Supplemented {
  readonly extension: object | null;
}

interface Reviewed {
  readonly reviews: readonly object[];
}

const pool = new Pool(process.env.SUBGRAPHS ?? '', { connections: 64 });
const headers = { 'content-type': 'application/json' };

const list = 'query ($first: Int) { products(first: $first) { productId name price description } }';
const supplements =
  'query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Product { extension { supplement { ingredients benefits presentation dosage } } } } }';
const reviews =
  'query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Product { reviews { id author rating comment createdAt } } } }';

const server = createServer((request, response) =>
  readRequest(request, response, ({ variables }) => {
    productsOf(variables).then(
      (products) => answer(response, { data: { products } }),
      () => refuse(response, 502),
    );
  }),
);

async function productsOf(variables: object): Promise<readonly object[]> {
  const { products } = await ask<{ readonly products: readonly Product[] }>('/catalog', list, variables);
  const keys = products.map(({ productId }) => ({ __typename: 'Product', productId }));
  const [supplemented, reviewed] = await Promise.all([
    ask<{ readonly _entities: readonly Supplemented[] }>('/supplement', supplements, { keys }),
    ask<{ readonly _entities: readonly Reviewed[] }>('/reviews', reviews, { keys }),
  ]);
  return products.map(({ productId, name, price, description }, index) => ({
    ...{ productId, name, price, description },
    extension: supplemented._entities[index]?.extension ?? null,
    reviews: reviewed._entities[index]?.reviews,
  }));
}

async function ask<Data>(path: string, query: string, variables: object): Promise<Data> {
  const body = JSON.stringify({ query, variables });
  const { statusCode, body: answered } = await pool.request({ path, method: 'POST', headers, body });
  const { data, errors }: { data: Data; errors?: readonly object[] } = JSON.parse(await answered.text());
  if (statusCode !== 200 || errors !== undefined) throw new Error(`${path} answered ${statusCode}`);
  return data;
}

tellWhere(server);
