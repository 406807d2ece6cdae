import { productById, products } from './extensions/catalog/src/products.ts';
import { addReview, reviewsOf } from './extensions/reviews/src/reviews.ts';
import { supplementOf } from './extensions/supplement/src/supplements.ts';

interface Ids {
  readonly ids: readonly string[];
}

interface Key {
  readonly productId: string;
}

const byIds = (_: unknown, { ids }: Ids): readonly Key[] => ids.map((productId) => ({ productId }));

/** The three extensions as one writes subschemas for stitching; without any copy of graphql, since peers bring their own. */
export const catalog = {
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
};

export const supplement = {
  typeDefs: /* GraphQL */ `
    type Product { productId: ID! extension: ProductExtension }
    type ProductExtension { supplement: Supplement }
    type Supplement { ingredients: [String!]! benefits: [String!]! presentation: String dosage: String }
    type Query { supplementedProducts(ids: [ID!]!): [Product]! }
  `,
  resolvers: {
    Query: { supplementedProducts: byIds },
    Product: { extension: ({ productId }: Key) => ({ productId }) },
    ProductExtension: { supplement: ({ productId }: Key) => supplementOf(productId) },
  },
};

export const reviews = {
  typeDefs: /* GraphQL */ `
    type Product { productId: ID! reviews: [Review!]! }
    type Review { id: ID! author: String! rating: Int! comment: String createdAt: String! product: Product! }
    type Query { reviewedProducts(ids: [ID!]!): [Product]! }
    type Mutation { addReview(productId: ID!, author: String!, rating: Int!): Review! }
  `,
  resolvers: {
    Query: { reviewedProducts: byIds },
    Product: { reviews: ({ productId }: Key) => reviewsOf(productId) },
    Review: { product: ({ productId }: Key) => ({ productId }) },
    Mutation: {
      addReview: (_: unknown, { productId, author, rating }: Key & { author: string; rating: number }) =>
        addReview(productId, author, rating),
    },
  },
};
