import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ProjectOptions {
  /** How many extensions, the catalog included. */
  readonly extensions: number;
  /** Whether each extension has a route of its own besides. */
  readonly routes: boolean;
}

/**
 * Writes a shop: a catalog that owns Product, and extensions that each add one field with a type of its own to it.
 * Gives the path of its gateway.yaml.
 */
export async function writeProject(folder: string, { extensions, routes }: ProjectOptions): Promise<string> {
  const names = ['catalog', ...Array.from({ length: extensions - 1 }, (_, index) => `part-${index + 1}`)];
  await Promise.all(
    names.map(async (name, index) => {
      const own = join(folder, 'extensions', name);
      await writeFiles(join(own, 'graphql'), index === 0 ? catalogFiles : partFiles(index));
      if (routes) await writeFiles(join(own, 'api', `route${index}`), routeFiles(index));
    }),
  );
  const listed = names.map((name) => `    - { name: ${name}, resolve: ./extensions/${name}, enabled: true }`);
  const config = ['version: 1', 'server: { host: 127.0.0.1, port: 0 }', 'graphql: { access: public }', 'system:'];
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, [...config, '  extensions:', ...listed, ''].join('\n'));
  return file;
}

type Files = Readonly<Record<string, string>>;

async function writeFiles(folder: string, files: Files): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
}

const catalogFiles: Files = {
  'Product.graphql': `type Product @key(fields: "productId") {
  productId: ID!
  name: String!
  price: Float!
}
type Query {
  product(id: ID!): Product
  products(first: Int = 20): [Product!]!
}
`,
  'Product.resolvers.ts': `const products = Array.from({ length: 100 }, (_, index) => ({
  productId: String(index + 1),
  name: \`Product \${index + 1}\`,
  price: index + 0.5,
}));
const byId = new Map(products.map((product) => [product.productId, product]));

export default {
  Query: {
    product: (_root, { id }) => byId.get(id) ?? null,
    products: (_root, { first }) => products.slice(0, first),
  },
  Product: { __resolveReference: ({ productId }) => byId.get(productId) ?? null },
};
`,
};

function partFiles(index: number): Files {
  return {
    'Part.graphql': `extend type Product {
  part${index}: Part${index}
}
type Part${index} {
  id: ID!
  text: String!
  amount: Int
}
`,
    'Part.resolvers.ts': `const partOf = ({ productId }) => ({ id: \`${index}-\${productId}\`, text: 'of extension ${index}', amount: ${index} });

export default { Product: { part${index}: { batch: (products) => products.map(partOf) } } };
`,
  };
}

function routeFiles(index: number): Files {
  return {
    'route.json': JSON.stringify({ methods: ['GET'], path: `/parts/${index}/:productId`, access: 'public' }),
    'answer.ts': `export default (request, response) => response.json({ part: ${index}, of: request.params.productId });\n`,
  };
}

/** The same extension as somebody writes it who stitches by hand: a schema that is whole by itself. */
export function wholeSchemaSdl(index: number): string {
  if (index === 0)
    return `type Product { productId: ID! name: String! price: Float! }
type Query { product(id: ID!): Product products(first: Int = 20): [Product!]! productsById(ids: [ID!]!): [Product]! }`;
  return `type Product { productId: ID! part${index}: Part${index} }
type Part${index} { id: ID! text: String! amount: Int }
type Query { productsById(ids: [ID!]!): [Product]! }`;
}
