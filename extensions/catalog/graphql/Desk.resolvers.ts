import type { Resolvers } from '../catalog.gen.ts';
import { readDeskCategories } from '../src/desk/change-categories.ts';
import { listDeskProducts } from '../src/desk/list-products.ts';
import { readDeskProduct } from '../src/desk/read-product.ts';

export default {
  Query: {
    deskProduct: (_root, { id }, { database, shop }) => readDeskProduct(database, id, shop),
    deskProducts: (_root, input, { database }) => listDeskProducts(database, input),
    deskCategories: (_root, _args, { database, shop }) => readDeskCategories(database, shop),
    deskCategory: async (_root, { id }, { database, shop }) =>
      (await readDeskCategories(database, shop)).find(({ categoryId }) => categoryId === id) ?? null,
  },
} satisfies Resolvers;
