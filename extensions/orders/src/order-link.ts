import { randomBytes } from 'node:crypto';
import { type Database, StoaError, type Transaction } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { digestOf } from './digest.ts';
import type { OrderRow } from './order-row.ts';

/** A new key that shows the order. The database has its digest alone, so each mail and each answer gets its own key. */
export async function makeKey(database: Database, orderId: string): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await database.query('insert into order_link (key_digest, order_id) values ($1, $2)', [digestOf(key), orderId]);
  return key;
}

/** Whether the buyer has got a link: the form was answered while the order still waited for a neighbour. */
export async function isShown(database: Database, orderId: string): Promise<boolean> {
  const [link] = await database.query('select 1 from order_link where order_id = $1 limit 1', [orderId]);
  return link !== undefined;
}

/** The address of an order's page in the caller's language, with the key by which the buyer sees it. */
export function orderAddress(context: Context, orderId: string, key: string | null | undefined): string {
  const path = context.url('order', { orderId });
  return key ? `${path}?key=${encodeURIComponent(key)}` : path;
}

/** Throws CONFLICT for an order that is so old that its buyer was removed: no mail can be written any more. */
export function requireBuyer({ email }: OrderRow): void {
  if (email === '') throw new StoaError('CONFLICT', { text: 'desk.forgotten' });
}

/**
 * To whom a mail about the order goes, and its props: with a link of its own that shows the order. Throws CONFLICT for an
 * order that is so old that its buyer was removed.
 */
export async function mailAbout<More extends object>(transaction: Transaction, order: OrderRow, more: More) {
  requireBuyer(order);
  const path = `${order.path}?key=${await makeKey(transaction, order.id)}`;
  return { to: order.email, locale: order.locale, props: { order, number: order.number, path, ...more } };
}
