import { readKeptCsv } from '@stoa/desk-ui/csv';
import { pageAddress } from 'stoa';
import type { Resolvers } from '../catalog.gen.ts';
import { countProductsIn, type DeskCategory, readDeskCategories } from '../src/desk/change-categories.ts';
import { setImage } from '../src/desk/change-product.ts';
import { deleteProduct } from '../src/desk/delete-product.ts';
import { keptIn } from '../src/desk/import-products.ts';
import { type DeskProductRow, listDeskProducts } from '../src/desk/list-products.ts';
import { readDeskProduct } from '../src/desk/read-product.ts';
import { scheduleProduct } from '../src/desk/schedule-product.ts';

export default {
  Query: {
    deskProduct: (_root, { id }, { database, shop }) => readDeskProduct(database, id, shop),
    deskProducts: (_root, input, context) => listDeskProducts(context, input),
    deskCategories: (_root, _args, { database, shop }) => readDeskCategories(database, shop),
    deskCategory: async (_root, { id }, { database, shop }) =>
      (await readDeskCategories(database, shop, id))[0] ?? null,
    deskImport: (_root, { id }, { database }) => readKeptCsv(database, { keptIn }, id),
  },
  Mutation: {
    scheduleProduct: async (_root, { productId, ...form }, context) => {
      await scheduleProduct(context, productId, form);
      return await readDeskProduct(context.database, productId, context.shop);
    },
    deleteProduct: async (_root, { productId, version }, context) => {
      await deleteProduct(context, productId, version);
      return true;
    },
    setProductImage: (_root, input, { database }) => setImage(database, input),
  },
  DeskProductRow: {
    url: ({ productId }, _args, context) => pageAddress(context, () => context.url('deskProduct', { productId })),
  },
  DeskCategory: {
    products: { batch: (categories, _args, { database }) => countProductsIn(database, categories) },
    url: ({ categoryId }, _args, context) => pageAddress(context, () => context.url('deskCategory', { categoryId })),
  },
} satisfies Resolvers<{ DeskProductRow: DeskProductRow; DeskCategory: DeskCategory }>;
