import type { Context, Graph } from '../orders.gen.ts';
import { tryToAdvance } from './advance.ts';
import { digestOf } from './digest.ts';
import { insertOrder } from './insert-order.ts';
import { makeKey } from './order-link.ts';
import { findOrderOfForm, type OrderRow } from './order-row.ts';
import { type CartAnswer, readCart } from './read-cart.ts';

export interface Placed {
  readonly state: Graph['PlacedState'];
  readonly order: OrderRow | null;
  readonly key: string | null;
  readonly address: string | null;
  readonly total: number | null;
  readonly missing: readonly string[];
}

const nothing = { order: null, key: null, address: null, total: null, missing: [] };

/**
 * Places an order at the prices that the buyer has seen. The same form with the same content is one order, and gets the
 * same answer, also after a refusal for want of stock, or of a voucher.
 */
export async function placeOrder(context: Context, { form: key, ...input }: Graph['PlaceOrderInput']): Promise<Placed> {
  const form = digestOf(key);
  const request = digestOf(input);
  const read: CartAnswer = isAddress(input.email) ? await readCart(context, { form, ...input }) : { state: 'REFUSED' };
  if (read.state === 'READ') await insertOrder(context, { input: { form, ...input }, form, request, cart: read.cart });
  // After a double click, the same form has ordered the cart already, and closed it.
  const order = await findOrderOfForm(context.database, form, request);
  if (order !== undefined) return await answer(context, order);
  // Another form has ordered the cart meanwhile.
  if (read.state === 'READ') return { ...nothing, state: 'REFUSED' };
  return { ...nothing, ...read };
}

function isAddress(email: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email);
}

async function answer(context: Context, stored: OrderRow): Promise<Placed> {
  const order = await tryToAdvance(context, stored);
  const total = order.totals.total;
  if (order.state === 'REJECTED' && order.refusedVouchers.length > 0)
    return { ...nothing, state: 'VOUCHER_REFUSED', order, total, missing: order.refusedVouchers };
  if (order.state === 'REJECTED') return { ...nothing, state: 'OUT', order, total, missing: order.missing };
  const key = await makeKey(context.database, order.id);
  return { ...nothing, state: 'PLACED', order, total, key, address: `${order.path}?key=${key}` };
}
