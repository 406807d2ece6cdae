/** (d) stitchSchemas with all batching, as its documentation has it, behind Express. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import { stitchSchemas } from '@graphql-tools/stitch';
import express from 'express';
import { graphql } from 'graphql';
import { productById, products } from './extensions/catalog/src/products.ts';
import { addReview, reviewsOf } from './extensions/reviews/src/reviews.ts';
import { supplementOf } from './extensions/supplement/src/supplements.ts';

interface Ids {
  readonly ids: readonly string[];
}

interface Key {
  readonly productId: string;
}

const stubs = { Query: { entities: (_: unknown, { ids }: Ids) => ids.map((productId) => ({ productId })) } };
const catalog = makeExecutableSchema({
  typeDefs: /* GraphQL */ `
    type Product { productId: ID! name: String! price: Float! description: String }
    type Query { product(id: ID!): Product products(first: Int = 20): [Product!]! productsById(ids: [ID!]!): [Product]! }
  `,
  resolvers: {
    Query: {
      product: (_: unknown, { id }: { id: string }) => productById(id),
      products: (_: unknown, { first }: { first: number }) => products.slice(0, first),
      productsById: (_: unknown, { ids }: Ids) => ids.map(productById),
    },
  },
});
const supplement = makeExecutableSchema({
  typeDefs: /* GraphQL */ `
    type Product { productId: ID! extension: ProductExtension }
    type ProductExtension { supplement: Supplement }
    type Supplement { ingredients: [String!]! benefits: [String!]! presentation: String dosage: String }
    type Query { entities(ids: [ID!]!): [Product]! }
  `,
  resolvers: {
    Query: stubs.Query,
    Product: { extension: ({ productId }: Key) => ({ productId }) },
    ProductExtension: { supplement: ({ productId }: Key) => supplementOf(productId) },
  },
});
const reviews = makeExecutableSchema({
  typeDefs: /* GraphQL */ `
    type Product { productId: ID! reviews: [Review!]! }
    type Review { id: ID! author: String! rating: Int! comment: String createdAt: String! }
    type Query { reviewedProducts(ids: [ID!]!): [Product]! }
    type Mutation { addReview(productId: ID!, author: String!, rating: Int!): Review! }
  `,
  resolvers: {
    Query: { reviewedProducts: stubs.Query.entities },
    Product: { reviews: ({ productId }: Key) => reviewsOf(productId) },
    Mutation: {
      addReview: (_: unknown, { productId, author, rating }: Key & { author: string; rating: number }) =>
        addReview(productId, author, rating),
    },
  },
});

const merge = (fieldName: string) => ({
  Product: {
    fieldName,
    selectionSet: '{ productId }',
    key: ({ productId }: Key) => productId,
    argsFromKeys: (ids: readonly string[]) => ({ ids }),
  },
});
const schema = stitchSchemas({
  subschemas: [
    { schema: catalog, batch: true, merge: merge('productsById') },
    { schema: supplement, batch: true, merge: merge('entities') },
    { schema: reviews, batch: true, merge: merge('reviewedProducts') },
  ],
});

const app = express();
app.use(express.json({ limit: '1mb' }));
app.post('/graphql', async (request, response) => {
  const { query, variables } = request.body;
  response.json(await graphql({ schema, source: query, variableValues: variables, contextValue: {} }));
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}/graphql`);
});
