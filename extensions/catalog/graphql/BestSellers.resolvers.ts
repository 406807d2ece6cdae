import type { Resolvers } from '../catalog.gen.ts';
import { bestSellers } from '../src/best-sellers.ts';
import { translationLocale } from '../src/product-statement.ts';
import { newestProducts, type ProductRow } from '../src/product-store.ts';

export default {
  Query: {
    soldProducts: () => [],
    bestSellers: (_root, _args, context) => bestSellers(context),
    newProducts: (_root, _args, context) => newestProducts(context.database, 4, translationLocale(context)),
  },
} satisfies Resolvers<{ Product: ProductRow }>;
