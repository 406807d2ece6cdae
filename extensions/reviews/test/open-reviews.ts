import { type ExtensionOptions, openExtension, type TestExtension } from 'stoa/testing';

/** The products that the shop sells, as in the demonstration data. */
function isSold(id: unknown): boolean {
  const number = /^\d{4}$/.test(String(id)) ? Number(id) : 0;
  return number >= 1001 && number <= 1072;
}

/** Reviews alone, with a stand-in catalog that sells the products 1001 to 1072. */
export async function openReviews(options: ExtensionOptions = {}): Promise<TestExtension> {
  return await openExtension('reviews', {
    mocks: {
      Query: { product: (_root, { id }) => (isSold(id) ? { productId: id } : null) },
      Product: {
        __resolveReference: (product) => (isSold(product.productId) ? product : null),
        url: (product) => `/products/${product.productId}`,
      },
    },
    ...options,
  });
}
