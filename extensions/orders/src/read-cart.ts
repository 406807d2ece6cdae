import type { Context, Graph } from '../orders.gen.ts';
import { dataOf } from './neighbours.ts';
import type { OrderRow } from './order-row.ts';

type PlaceOrderInput = Graph['PlaceOrderInput'];
type SeenLine = Graph['SeenLineInput'];

/** What there is to order, or why there is nothing. */
export type CartAnswer =
  | { readonly state: 'READ'; readonly cart: CartNow }
  | { readonly state: 'CHANGED'; readonly total: number }
  | { readonly state: 'NO_DELIVERY' | 'REFUSED' };

export interface CartNow {
  readonly totals: Omit<OrderRow['totals'], 'refunded'>;
  readonly lines: OrderRow['lines'];
  readonly labels: { readonly delivery: string; readonly payment: string };
  readonly vouchers: readonly string[];
}

const cartText = `query ($cart: ID) {
  cart(id: $cart) {
    id country deliveryMethod
    claims { __typename code }
    lines { sku quantity variant { label product { productId name } } }
    totals {
      goods reduction delivery fees total
      reductions { label amount } taxes { rate net tax } lines { sku unit gross reduction rate }
    }
  }
}`;
const methodsText = `query ($country: String!, $goods: Int!, $total: Int!) {
  deliveryMethods(country: $country, goods: $goods) { code label }
  paymentMethods(country: $country, amount: $total) { __typename label }
}`;

/** Reads the buyer's cart as it is now, if it can be ordered as the buyer has seen it. */
export async function readCart({ query }: Pick<Context, 'query'>, input: PlaceOrderInput): Promise<CartAnswer> {
  const { cart } = dataOf(await query(cartText, { cart: input.cart }));
  if (cart?.id !== input.cart || cart.country !== input.address.country) return { state: 'REFUSED' };
  if (cart.deliveryMethod !== input.deliveryMethod) return { state: 'REFUSED' };
  const { goods, delivery, total } = cart.totals;
  if (total !== input.total) return { state: 'CHANGED', total };
  if (input.lines != null && !isSeen(cart.lines, input.lines)) return { state: 'REFUSED' };
  const { deliveryMethod, paymentMethod } = await findMethods({ query }, input, goods);
  if (delivery === null || deliveryMethod === undefined) return { state: 'NO_DELIVERY' };
  const lines = cart.lines.flatMap(({ sku, quantity, variant }) => {
    const price = cart.totals.lines.find((line) => line.sku === sku);
    if (price === undefined || variant === null) return [];
    const { productId, name } = variant.product;
    return [{ ...price, quantity, label: variant.label, productId, name }];
  });
  if (paymentMethod === undefined || lines.length === 0 || lines.length < cart.lines.length)
    return { state: 'REFUSED' };
  const labels = { delivery: deliveryMethod.label, payment: paymentMethod.label };
  const vouchers = cart.claims.flatMap(({ __typename, code }) => (__typename === 'VoucherClaim' ? code : []));
  return { state: 'READ', cart: { totals: { ...cart.totals, delivery }, lines, labels, vouchers } };
}

/** Other goods may come to the same total. */
function isSeen(lines: readonly SeenLine[], seen: readonly SeenLine[]): boolean {
  const keys = new Set(seen.map(({ sku, quantity }) => `${quantity} ${sku}`));
  return lines.length === keys.size && lines.every(({ sku, quantity }) => keys.has(`${quantity} ${sku}`));
}

/** The two that are chosen. While an extension is away, its methods are missing, and one that is chosen may be its. */
async function findMethods({ query }: Pick<Context, 'query'>, input: PlaceOrderInput, goods: number) {
  const { address, total } = input;
  const { data, errors } = await query(methodsText, { country: address.country, goods, total });
  const deliveryMethod = data?.deliveryMethods.find(({ code }) => code === input.deliveryMethod);
  const paymentMethod = data?.paymentMethods.find(({ __typename }) => __typename === input.paymentMethod);
  if (errors !== undefined && (deliveryMethod === undefined || paymentMethod === undefined))
    throw new AggregateError(errors, errors[0]?.message);
  return { deliveryMethod, paymentMethod };
}
