import type { Context, Graph } from '../orders.gen.ts';
import { digestOf } from './digest.ts';
import { driveOn } from './drive-on.ts';
import { insertOrder } from './insert-order.ts';
import { makeKey } from './order-link.ts';
import { findOrderOfForm, type OrderRow } from './order-row.ts';
import { readCart } from './read-cart.ts';

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
 * same answer, also after a refusal for want of stock.
 */
export async function placeOrder(context: Context, { form: key, ...input }: Graph['PlaceOrderInput']): Promise<Placed> {
  const form = digestOf(key);
  const request = digestOf(input);
  const before = await findOrderOfForm(context.database, form, request);
  if (before !== undefined) return await answer(context, before);
  const cart = await readCart(context, { form, ...input });
  if (cart === undefined || !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(input.email)) return { ...nothing, state: 'REFUSED' };
  if (cart.totals.total !== input.total) return { ...nothing, state: 'CHANGED', total: cart.totals.total };
  await insertOrder(context, { input: { form, ...input }, form, request, cart });
  const order = await findOrderOfForm(context.database, form, request);
  // Another form has ordered the cart meanwhile.
  if (order === undefined) return { ...nothing, state: 'REFUSED' };
  return await answer(context, order);
}

async function answer(context: Context, stored: OrderRow): Promise<Placed> {
  const order = await driveOn(context, stored);
  const total = order.totals.total;
  if (order.state === 'REJECTED') return { ...nothing, state: 'OUT', order, total, missing: order.missing };
  const key = await makeKey(context.database, order.id);
  return { ...nothing, state: 'PLACED', order, total, key, address: `${order.path}?key=${key}` };
}
