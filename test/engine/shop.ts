import type { EngineExtension } from 'stoa/engine';

const names: Readonly<Record<string, string>> = { 1: 'Lamp', 2: 'Chair' };

/** Owns products. */
const catalog: EngineExtension = {
  id: 'catalog',
  sdl: `
    type Product @key(fields: "id") { id: ID!, name: String! }
    type Query { products: [Product!]! }
  `,
  resolvers: {
    Query: { products: () => Object.entries(names).map(([id, name]) => ({ id, name })) },
    Product: { __resolveReference: ({ id }: { id: string }) => ({ id, name: names[id] }) },
  },
};

/** Adds a field to products. All of one level are asked for in one call. */
const reviews: EngineExtension = {
  id: 'reviews',
  sdl: 'extend type Product { stars: Int! }',
  resolvers: {
    Product: { stars: { batch: (products: readonly { id: string }[]) => products.map(({ id }) => Number(id) + 3) } },
  },
};

export const extensions = [catalog, reviews];
