import { pageAddress } from 'stoa';
import type { Resolvers } from '../catalog.gen.ts';
import { countAll, countBefore, type ListPage, readListPage } from '../src/list/list-page.ts';
import { translationLocale } from '../src/product-statement.ts';
import { findProducts, type ProductRow } from '../src/product-store.ts';
import { findProduct, relatedProducts } from '../src/related-products.ts';
import { indexPrices } from '../src/search/index-prices.ts';
import { shownTo } from '../src/shown-to.ts';
import { findSuggestions } from '../src/suggested-products.ts';

export default {
  Query: {
    product: (_root, { id }, context, info) => findProduct(context, id, info),
    products: (_root, input, context) => readListPage(context, input),
  },
  Mutation: {
    indexPrices: async (_root, { prices }, { database }) => {
      await indexPrices(database, prices);
      return true;
    },
  },
  Product: {
    __resolveReference: {
      batch: async (references, _args, context) => {
        const ids = references.map(({ productId }) => productId);
        const found = await findProducts(context.database, ids, translationLocale(context));
        return found.map((product) => shownTo(context.caller, product));
      },
    },
    price: ({ money }, _args, { shop }) => money / 10 ** shop.decimals,
    related: { batch: (products: readonly ProductRow[], _args, context) => relatedProducts(context, products) },
    url: ({ productId, slug }, _args, context) =>
      pageAddress(context, () => context.url('productPage', { productId: slug ?? productId })),
  },
  ProductConnection: {
    offset: (page: ListPage, _args, { database }) => countBefore(database, page),
    totalCount: (page, _args, { database }) => countAll(database, page),
    correctedSearch: ({ search }) => search?.corrected ?? null,
    suggestions: (page, _args, { database }) => findSuggestions(database, page),
  },
} satisfies Resolvers<{ Product: ProductRow; ProductConnection: ListPage }>;
