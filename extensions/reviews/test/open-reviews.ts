import { type ExtensionOptions, type Mocks, openExtension, type TestExtension } from 'stoa/testing';

/** The products that the shop sells, as in the demonstration data. */
function isSold(id: unknown): boolean {
  const number = /^\d{4}$/.test(String(id)) ? Number(id) : 0;
  return number >= 1001 && number <= 1072;
}

interface ReviewsOptions extends Omit<ExtensionOptions, 'mocks'> {
  /** Answers of the shop's other extensions, besides the catalog's. */
  readonly query?: Mocks[string];
}

/** Reviews alone, with a stand-in catalog that sells the products 1001 to 1072. No caller has a name, or orders. */
export async function openReviews({ query, ...options }: ReviewsOptions = {}): Promise<TestExtension> {
  return await openExtension('reviews', {
    mocks: {
      Query: {
        product: (_root, { id }) => (isSold(id) ? { productId: id } : null),
        hasBought: false,
        me: null,
        ...query,
      },
      Product: {
        __resolveReference: (product) => (isSold(product.productId) ? product : null),
        url: (product) => `/products/${product.productId}`,
      },
    },
    ...options,
  });
}
