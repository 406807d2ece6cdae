import type { Graph, Transaction } from '../orders.gen.ts';
import { mailTexts, type RefusedVouchers, type SagaContext } from './neighbours.ts';
import { isShown, mailAbout } from './order-link.ts';
import { type OrderRow, type OrderState, orderColumns } from './order-row.ts';

export interface Move {
  readonly to: OrderState;
  readonly missing?: readonly string[];
  readonly vouchers?: RefusedVouchers;
  readonly refunded?: number;
}

/** Moves the order on if it is still where it was, with events and mails, in one transaction. Undefined where it is not. */
export async function changeState(context: SagaContext, order: OrderRow, move: Move): Promise<OrderRow | undefined> {
  // Before the transaction, since no neighbour is asked within one.
  const texts = move.to === 'PAID' || move.to === 'CONFIRMED' ? await mailTexts(context, order) : [];
  return await context.database.transaction(async (transaction) => {
    const [row] = await transaction.query<OrderRow & { readonly refundedBefore: number }>(
      `update orders set state = $3, changed_at = now(), missing = coalesce($4, missing), refunded = coalesce($5, refunded),
         refused_vouchers = coalesce($6, refused_vouchers), voucher_problems = coalesce($7, voucher_problems),
         pay_address = case when $3 in ('PENDING', 'CLOSING') then pay_address end
       from (select refunded as "refundedBefore" from orders where order_id = $1 for update) old
       where order_id = $1 and state = $2 returning "refundedBefore", ${orderColumns}`,
      [
        ...[order.id, order.state, move.to, listOf(move.missing), move.refunded],
        ...[listOf(move.vouchers?.missing), listOf(move.vouchers?.problems)],
      ],
    );
    if (row === undefined) return undefined;
    const { refundedBefore, ...moved } = row;
    await transaction.record({ action: 'order.moved', subject: `order:${order.id}`, from: order.state, to: move.to });
    await announce(transaction, { before: order, refundedBefore, moved, texts, timeZone: context.shop.timeZone });
    return moved;
  });
}

function listOf(values: readonly string[] | undefined): string | undefined {
  return values && JSON.stringify(values);
}

interface Moved {
  readonly before: OrderRow;
  /** Kept by then: `before` was read earlier, and a part may have gone back since. */
  readonly refundedBefore: number;
  readonly moved: OrderRow;
  /** Of the confirmation. */
  readonly texts: readonly Graph['OrderMailText'][];
  /** Of the shop: its invoices are numbered by its years. */
  readonly timeZone: string;
}

async function announce(transaction: Transaction, change: Moved): Promise<void> {
  const { before, refundedBefore, moved, texts, timeZone } = change;
  const { id: orderId, state } = moved;
  const { refunded } = moved.totals;
  if (state === 'PAID' || state === 'CONFIRMED') {
    // stoa-allow LINT_EVENT_UNTAKEN: for extensions such as one for loyalty points.
    await transaction.publish('order.confirmed', { orderId });
    await transaction.mail('order-confirmed', await mailAbout(transaction, before, { texts }));
    await numberInvoice(transaction, orderId, timeZone);
  } else if (state === 'REJECTED') {
    if (await isShown(transaction, orderId))
      await transaction.mail('order-rejected', await mailAbout(transaction, moved, {}));
  } else if (state === 'CANCELLED') {
    // stoa-allow LINT_EVENT_UNTAKEN: for extensions such as one for loyalty points.
    await transaction.publish('order.cancelled', { orderId });
    await transaction.mail('order-cancelled', await mailAbout(transaction, before, {}));
  } else if (state === 'REFUNDED') {
    const amount = refunded - refundedBefore;
    // All of it was paid back in parts, each with its mail.
    if (amount === 0) return;
    // stoa-allow LINT_EVENT_UNTAKEN: for extensions such as one for loyalty points.
    await transaction.publish('order.refunded', { orderId, amount, refunded });
    await transaction.mail('order-refunded', await mailAbout(transaction, moved, { amount }));
  }
}

/** Last in its transaction: the counter is locked until the commit. */
async function numberInvoice(transaction: Transaction, orderId: string, timeZone: string): Promise<void> {
  await transaction.query(
    `with next as (
       insert into invoice_counter (year, last) values (extract(year from now() at time zone $2), 1)
       on conflict (year) do update set last = invoice_counter.last + 1 returning year, last
     )
     update orders set invoice_number = year || '-' || lpad(last::text, 6, '0') from next
     where order_id = $1 and invoice_number is null`,
    [orderId, timeZone],
  );
}
