import { productById, products } from './extensions/catalog/src/products.ts';
import { addReview, reviewsOf } from './extensions/reviews/src/reviews.ts';
import { supplementOf } from './extensions/supplement/src/supplements.ts';

interface Key {
  readonly productId: string;
}

/** Everything that the three extensions have, in one schema; without any copy of graphql, since peers bring their own. */
export const typeDefs = /* GraphQL */ `
  type Product { productId: ID! name: String! price: Float! description: String extension: ProductExtension reviews: [Review!]! }
  type ProductExtension { supplement: Supplement }
  type Supplement { ingredients: [String!]! benefits: [String!]! presentation: String dosage: String }
  type Review { id: ID! author: String! rating: Int! comment: String createdAt: String! product: Product! }
  type Query { product(id: ID!): Product products(first: Int = 20): [Product!]! }
  type Mutation { addReview(productId: ID!, author: String!, rating: Int!): Review! }
`;

export const resolvers = {
  Query: {
    product: (_: unknown, { id }: { id: string }) => productById(id),
    products: (_: unknown, { first }: { first: number }) => products.slice(0, first),
  },
  Product: {
    extension: ({ productId }: Key) => ({ productId }),
    reviews: ({ productId }: Key) => reviewsOf(productId),
  },
  ProductExtension: { supplement: ({ productId }: Key) => supplementOf(productId) },
  Review: { product: ({ productId }: Key) => productById(productId) },
  Mutation: {
    addReview: (_: unknown, { productId, author, rating }: Key & { author: string; rating: number }) =>
      addReview(productId, author, rating),
  },
};
