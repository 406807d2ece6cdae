/**
 * What somebody would write by hand for the product queries of the demonstration shop alone: bare node:http, `pg`, prepared
 * statements, and one query for each table, of which those that need nothing of each other run at the same time. It talks to
 * the shop's own database, over connections of the same roles; a gateway that is then closed tells it as whom.
 */
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { createLogger } from '#base';
import { loadConfig } from '#config';
import { startGateway } from '#server';
import { answer, type GraphqlParams, readRequest, tellWhere } from './engines/read-request.ts';
import { guestScope } from './guest-scope.ts';
import { scenarios } from './scenarios.ts';
import { connectRole, type Send, spyStatements, toError } from './statements.ts';

interface ProductRow {
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly description: string | null;
  readonly sku: string;
}

interface PriceRow {
  readonly sku: string;
  readonly price: number;
}

interface SupplementRow {
  readonly productId: string;
  readonly ingredients: string | null;
  readonly benefits: readonly (string | null)[] | null;
  readonly presentation: string | null;
  readonly dosage: string | null;
  readonly warnings: string | null;
  readonly storage: string | null;
}

interface ReviewRow {
  readonly id: string;
  readonly productId: string;
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
  readonly createdAt: string;
}

const productColumns = 'product_id::text as "productId", name, price_cents::float8 / 100 as price, description, sku';
const texts = {
  product: `select ${productColumns} from product where product_id = $1::bigint`,
  products: `select ${productColumns} from product order by product_id limit $1`,
  prices: `select distinct on (sku) sku, amount::float8 / 100 as price
    from list_price join price_list using (price_list_id)
    where sku = any($1::text[]) and valid_from <= now() and (valid_until is null or valid_until > now())
    order by sku, priority desc, valid_from desc, price_list_id desc`,
  supplements: `select product_id as "productId", ingredients, benefits, presentation, dosage, warnings, storage
    from supplement where product_id = any($1::text[])`,
  reviews: `select review_id::text as id, product_id as "productId", author, rating, comment,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from review where product_id = any($1::text[]) order by created_at desc, review_id desc`,
};

const tables = await connectTables();
tellWhere(
  createServer((request, response) =>
    readRequest(request, response, (params) => {
      resolveQuery(params).then(
        (data) => answer(response, { data }),
        (error: unknown) => response.destroy(toError(error)),
      );
    }),
  ),
);

async function resolveQuery({ query, variables }: GraphqlParams): Promise<object> {
  if (query.includes('products(')) {
    const values = [Number(variables.first)];
    const products = await tables.product<ProductRow>({ name: 'products', text: texts.products, values });
    const [find, priced] = await Promise.all([
      detailsOf(products.map(({ productId }) => productId)),
      withPrices(products),
    ]);
    return { products: { edges: priced.map((product) => ({ node: shape(product, find) })) } };
  }
  const id = String(variables.id);
  const [[product], find] = await Promise.all([
    tables.product<ProductRow>({ name: 'product', text: texts.product, values: [id] }).then(withPrices),
    detailsOf([id]),
  ]);
  return { product: product === undefined ? null : shape(product, find) };
}

/** The price of a list takes the place of the product's own. */
async function withPrices(products: readonly ProductRow[]): Promise<readonly ProductRow[]> {
  const values = [products.map(({ sku }) => sku)];
  const rows = await tables.list_price<PriceRow>({ name: 'prices', text: texts.prices, values });
  const prices = new Map(rows.map(({ sku, price }) => [sku, price]));
  return products.map((product) => ({ ...product, price: prices.get(product.sku) ?? product.price }));
}

interface Details {
  readonly supplements: ReadonlyMap<string, SupplementRow>;
  readonly reviews: ReadonlyMap<string, readonly ReviewRow[]>;
}

async function detailsOf(productIds: readonly string[]): Promise<Details> {
  const values = [productIds];
  const [supplements, reviews] = await Promise.all([
    tables.supplement<SupplementRow>({ name: 'supplements', text: texts.supplements, values }),
    tables.review<ReviewRow>({ name: 'reviews', text: texts.reviews, values }),
  ]);
  return {
    supplements: new Map(supplements.map((row) => [row.productId, row])),
    reviews: Map.groupBy(reviews, (row) => row.productId),
  };
}

function shape({ productId, name, price, description }: ProductRow, { supplements, reviews }: Details): object {
  return {
    productId,
    name,
    price,
    description,
    extension: { supplement: supplementOf(supplements.get(productId)) },
    reviews: (reviews.get(productId) ?? []).map(({ id, author, rating, comment, createdAt }) => ({
      id,
      author,
      rating,
      comment,
      createdAt,
    })),
  };
}

function supplementOf(row: SupplementRow | undefined): object | null {
  if (row === undefined) return null;
  const { ingredients, benefits, presentation, dosage, warnings, storage } = row;
  return { ingredients, benefits, presentation, dosage, warnings, storage };
}

type Table = 'product' | 'list_price' | 'supplement' | 'review';

/** Connections of the role that reads each table. */
async function connectTables(): Promise<Readonly<Record<Table, Send>>> {
  const file = resolve(import.meta.dirname, '../gateway.yaml');
  const config = await loadConfig(file, { environment: process.env, overrides: { port: 0 } });
  const { gateway, close } = await startGateway(config, { logger: createLogger('warn'), development: false });
  const spied = spyStatements();
  try {
    const { query, variables } = JSON.parse(scenarios[0]?.body ?? '');
    const prepared = gateway.documents.prepare(query);
    if (prepared.kind !== 'valid') throw new Error(`not valid: ${query}`);
    // The gateway names a statement once it has come back.
    for (let run = 0; run < 3; run++)
      await gateway.execute({ document: prepared.document, variables, scope: guestScope() });
  } finally {
    spied.end();
    await close({ drainMs: 100 });
  }
  const connect = async (table: Table): Promise<Send> => {
    const statement = spied.statements.find(({ query }) => new RegExp(`from \\(?${table}\\b`).test(query.text));
    if (statement === undefined) throw new Error(`the shop asks for no ${table}`);
    return connectRole(statement.settings);
  };
  const [product, list_price, supplement, review] = await Promise.all([
    connect('product'),
    connect('list_price'),
    connect('supplement'),
    connect('review'),
  ]);
  return { product, list_price, supplement, review };
}
