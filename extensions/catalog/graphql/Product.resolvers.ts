import type { Context, Resolvers } from 'stoa';
import {
  findPreviousCursor,
  findSuggestions,
  type ProductPage,
  type ProductPageInput,
  readProductPage,
} from '../src/product-page.ts';
import { countProducts, findProducts, type ProductRow } from '../src/product-store.ts';

export default {
  Query: {
    product: async (_root, { id }: { id: string }, { database }) => (await findProducts(database, [id]))[0],
    products: (_root, input: ProductPageInput, { database }) => readProductPage(database, input, 'english'),
  },
  Product: {
    __resolveReference: {
      batch: (references: readonly { productId: string }[], _args, { database }) =>
        findProducts(
          database,
          references.map((reference) => reference.productId),
        ),
    },
    url: { batch: (products: readonly ProductRow[], _args, context) => pageAddresses(products, context) },
  },
  ProductConnection: {
    previousCursor: (page: ProductPage, _args, { database }) => findPreviousCursor(database, page),
    totalCount: ({ search }: ProductPage, _args, { database }) => countProducts(database, search),
    correctedSearch: ({ search }: ProductPage) => search?.corrected ?? null,
    suggestions: (page: ProductPage, _args, { database }) => findSuggestions(database, page),
  },
} satisfies Resolvers;

function pageAddresses(products: readonly ProductRow[], context: Context): readonly (string | null)[] {
  try {
    return products.map(({ productId }) => context.url('productPage', { productId }));
  } catch (error) {
    // gateway.yaml may well give the page other parameters, e.g. /p/:slug; then the catalog knows no address.
    context.logger.debug('product page has no address', {
      reason: error instanceof Error ? error.message : String(error),
    });
    return products.map(() => null);
  }
}
