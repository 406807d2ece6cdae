import { StoaError } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { mailAbout } from './order-link.ts';
import { findOrder, type OrderRow, orderColumns } from './order-row.ts';
import { refundable } from './order-rules.ts';

export interface Part {
  /** The same key is one part. */
  readonly key: string;
  /** In the smallest unit. */
  readonly amount: number;
}

const lockText = 'select from orders where order_id = $1 for update';
const knownText = 'select amount from order_credit where order_id = $1 and key = $2';
const insertText = 'insert into order_credit (order_id, key, amount) values ($1, $2, $3)';
const creditText = `update orders set refunded = refunded + $2 where order_id = $1 returning ${orderColumns}`;

/**
 * Takes a part off what the buyer owes for an order that is paid later. No money moves. Throws CONFLICT for another amount
 * under a known key, and where less is left, or nothing is owed.
 */
export async function creditPart(context: Context, { id, number }: OrderRow, part: Part): Promise<OrderRow | null> {
  const { key, amount } = part;
  return await context.database.transaction(async (transaction) => {
    // Credits of one order wait for each other, and for who cancels it.
    await transaction.query(lockText, [id]);
    const now = await findOrder(transaction, id);
    if (now === undefined) return null;
    const [known] = await transaction.query<Pick<Part, 'amount'>>(knownText, [id, key]);
    if (known?.amount === amount) return now;
    if (known !== undefined) throw refuse('rules.refundKnown', number);
    if (now.state !== 'CONFIRMED' || amount < 1 || amount > (refundable(now) ?? 0))
      throw refuse('rules.notToRefund', number);
    await transaction.query(insertText, [id, key, amount]);
    const [credited = now] = await transaction.query<OrderRow>(creditText, [id, amount]);
    const { refunded } = credited.totals;
    await transaction.publish('order.refunded', { orderId: id, amount, refunded });
    await transaction.record({ action: 'order.credited', subject: `order:${id}`, to: { amount, refunded } });
    await transaction.mail('order-credited', await mailAbout(transaction, credited, { amount }));
    return credited;
  });
}

export function refuse(text: 'rules.notToRefund' | 'rules.refundKnown', number: string): StoaError {
  return new StoaError('CONFLICT', { text, values: { number } });
}
