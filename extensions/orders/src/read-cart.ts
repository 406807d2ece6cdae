import type { Context, Graph } from '../orders.gen.ts';
import { dataOf } from './neighbours.ts';

type PlaceOrderInput = Graph['PlaceOrderInput'];

/** What the buyer's cart says now. Undefined where it is not the one that was ordered, or holds what is not sold. */
export async function readCart({ query }: Pick<Context, 'query'>, input: PlaceOrderInput) {
  const { cart } = dataOf(
    await query(
      `query ($cart: ID) {
      cart(id: $cart) {
        id country deliveryMethod
        claims { __typename code }
        lines { sku quantity variant { label product { productId name } } }
        totals {
          goods reduction delivery fees total
          reductions { label amount } taxes { rate net tax } lines { sku unit gross reduction rate }
        }
      }
    }`,
      { cart: input.cart },
    ),
  );
  if (cart?.id !== input.cart || cart.country !== input.address.country) return undefined;
  if (cart.deliveryMethod !== input.deliveryMethod || cart.totals.delivery === null) return undefined;
  const { goods, delivery, total } = cart.totals;
  const methods = await readMethods({ query }, { country: cart.country, goods, total });
  const deliveryMethod = methods.deliveryMethods.find(({ code }) => code === input.deliveryMethod);
  const paymentMethod = methods.paymentMethods.find(({ __typename }) => __typename === input.paymentMethod);
  const lines = cart.lines.flatMap(({ sku, quantity, variant }) => {
    const price = cart.totals.lines.find((line) => line.sku === sku);
    if (price === undefined || variant === null) return [];
    const { productId, name } = variant.product;
    return [{ ...price, quantity, label: variant.label, productId, name }];
  });
  if (!deliveryMethod || !paymentMethod || lines.length === 0 || lines.length < cart.lines.length) return undefined;
  const labels = { delivery: deliveryMethod.label, payment: paymentMethod.label };
  const vouchers = cart.claims.flatMap(({ __typename, code }) => (__typename === 'VoucherClaim' ? code : []));
  return { totals: { ...cart.totals, delivery }, lines, labels, vouchers };
}

// A way that is away is in no list, and the others are there.
async function readMethods({ query }: Pick<Context, 'query'>, of: { country: string; goods: number; total: number }) {
  const text = `query ($country: String!, $goods: Int!, $total: Int!) {
    deliveryMethods(country: $country, goods: $goods) { code label }
    paymentMethods(country: $country, amount: $total) { __typename label }
  }`;
  const { data } = await query(text, of);
  return { deliveryMethods: data?.deliveryMethods ?? [], paymentMethods: data?.paymentMethods ?? [] };
}

export type CartNow = NonNullable<Awaited<ReturnType<typeof readCart>>>;
