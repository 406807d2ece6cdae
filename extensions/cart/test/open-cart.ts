import { type ExtensionOptions, openExtension, type TestExtension } from 'stoa/testing';

export interface CartShop extends TestExtension {
  /** What the shop sells, and for how much. Tests change it. */
  readonly prices: Map<unknown, number>;
}

/** The cart alone, with a stand-in catalog that sells what `prices` says. */
export async function openCart(options: ExtensionOptions = {}): Promise<CartShop> {
  const prices = new Map<unknown, number>([
    ['A', 1290],
    ['B', 500],
  ]);
  const shop = await openExtension('cart', {
    mocks: {
      Query: {
        variant: (_root, { sku }) => (prices.has(sku) ? { sku } : null),
        variants: (_root, { skus }) => (skus as string[]).map((sku) => (prices.has(sku) ? { sku } : null)),
      },
      Variant: {
        __resolveReference: (variant) => (prices.has(variant.sku) ? variant : null),
        money: ({ sku }) => prices.get(sku),
        label: null,
      },
      Product: { name: 'Tea', locale: null, url: '/products/1', variants: [{ sku: 'A' }, { sku: 'B' }] },
    },
    ...options,
  });
  return Object.assign(shop, { prices });
}

export const cartText = `{
  cart { id quantity country lines { sku quantity addedMoney variant { money } } totals { goods delivery fees total } }
}`;

/** The lines of a cart as texts such as `2 A`; undefined without a cart. */
export async function linesOf(
  shop: TestExtension,
  options: NonNullable<Parameters<TestExtension['graphql']>[2]>,
): Promise<readonly string[] | undefined> {
  const text = '{ cart { lines { sku quantity } } }';
  const { data } = await shop.graphql<{ cart: { lines: { sku: string; quantity: number }[] } | null }>(
    text,
    {},
    options,
  );
  return data?.cart?.lines.map(({ sku, quantity }) => `${quantity} ${sku}`);
}
