import type { Transaction } from '../orders.gen.ts';
import type { OrderMailText } from './mail-texts.tsx';
import { mailTexts, type SagaContext } from './neighbours.ts';
import { isShown, makeKey } from './order-link.ts';
import { type OrderRow, type OrderState, orderColumns } from './order-row.ts';

export interface Move {
  readonly to: OrderState;
  readonly missing?: readonly string[];
  readonly refusedVouchers?: readonly string[];
  readonly refunded?: number;
}

interface Told extends Move {
  readonly texts: readonly OrderMailText[];
}

/** Moves the order on if it is still where it was, and tells of it, in one transaction. Undefined where it is not. */
export async function moveOrder(context: SagaContext, order: OrderRow, move: Move): Promise<OrderRow | undefined> {
  // Before the transaction, since no neighbour is asked within one.
  const texts = move.to === 'PAID' || move.to === 'CONFIRMED' ? await mailTexts(context, order) : [];
  return await context.database.transaction(async (transaction) => {
    const [moved] = await transaction.query<OrderRow>(
      `update orders set state = $3, changed_at = now(), missing = coalesce($4, missing), refunded = coalesce($5, refunded),
         refused_vouchers = coalesce($6, refused_vouchers),
         pay_address = case when $3 in ('PENDING', 'CLOSING') then pay_address end
       where order_id = $1 and state = $2 returning ${orderColumns}`,
      [order.id, order.state, move.to, listOf(move.missing), move.refunded, listOf(move.refusedVouchers)],
    );
    if (moved === undefined) return undefined;
    await transaction.record({ action: 'order.moved', subject: `order:${order.id}`, from: order.state, to: move.to });
    await tell(transaction, order, { ...move, texts });
    return moved;
  });
}

function listOf(values: readonly string[] | undefined): string | undefined {
  return values && JSON.stringify(values);
}

async function tell(transaction: Transaction, order: OrderRow, told: Told): Promise<void> {
  const { to, refunded = 0, texts, missing } = told;
  const payload = { orderId: order.id };
  if (to === 'PAID' || to === 'CONFIRMED') {
    // stoa-allow LINT_EVENT_UNTAKEN: for extensions such as one for loyalty points.
    await transaction.publish('order.confirmed', payload);
    await transaction.mail('order-confirmed', await addressed(transaction, order, { texts }));
    await numberInvoice(transaction, order.id);
  } else if (to === 'REJECTED') {
    if (await isShown(transaction, order.id))
      await transaction.mail('order-rejected', await addressed(transaction, order, { names: namesOf(order, missing) }));
  } else if (to === 'CANCELLED') {
    // stoa-allow LINT_EVENT_UNTAKEN: for extensions such as one for loyalty points.
    await transaction.publish('order.cancelled', payload);
    await transaction.mail('order-cancelled', await addressed(transaction, order, {}));
  } else if (to === 'REFUNDED') {
    // stoa-allow LINT_EVENT_UNTAKEN: for extensions such as one for loyalty points.
    await transaction.publish('order.refunded', { ...payload, amount: refunded - order.totals.refunded, refunded });
    await transaction.mail('order-refunded', await addressed(transaction, order, { amount: refunded }));
  }
}

/** The names of what is missing. */
function namesOf({ lines }: OrderRow, missing: readonly string[] = []): readonly string[] {
  return lines.flatMap(({ sku, name }) => (missing.includes(sku) ? name : []));
}

/** To whom a mail about the order goes, with a link that shows the order. */
export async function addressed<More extends object>(transaction: Transaction, order: OrderRow, more: More) {
  const path = `${order.path}?key=${await makeKey(transaction, order.id)}`;
  return { to: order.email, locale: order.locale, props: { order, path, ...more } };
}

/** Last in its transaction: the counter is locked until the commit. */
async function numberInvoice(transaction: Transaction, orderId: string): Promise<void> {
  await transaction.query(
    `with next as (
       insert into invoice_counter (year, last) values (extract(year from now()), 1)
       on conflict (year) do update set last = invoice_counter.last + 1 returning year, last
     )
     update orders set invoice_number = year || '-' || lpad(last::text, 6, '0') from next where order_id = $1 and invoice_number is null`,
    [orderId],
  );
}
