import type { Database } from 'stoa';
import type { Graph, Transaction } from '../payments.gen.ts';
import { lockPayment, type PaymentRow } from './payment-store.ts';

export interface RefundRow {
  readonly id: string;
  readonly order: string;
  readonly key: string;
  readonly amount: number;
  readonly state: Graph['RefundState'];
  readonly reason: string | null;
}

const columns = 'refund_id::text as id, order_id as "order", key, amount, state, reason';
const findText = `select ${columns} from refund where order_id = $1 and key = $2`;
const sumText = `
  select coalesce(sum(amount), 0)::integer as sum from refund where order_id = $1 and state <> 'REFUSED'`;
const insertText = `
  insert into refund (order_id, key, amount, state) values ($1, $2, $3, $4) returning ${columns}`;
const settleText = `
  update refund set state = $2, reference = $3, reason = $4 where refund_id = $1::uuid and state = 'PENDING'
  returning ${columns}`;
const refundedText = 'update payment set refunded = refunded + $2 where order_id = $1';
const byIdText = `select ${columns} from refund where refund_id = $1::uuid`;
const dueText = `
  update refund set checked_at = now() where refund_id in (
    select refund_id from refund where state = 'PENDING' and checked_at < now() - make_interval(secs => $1)
    order by checked_at limit 20 for update skip locked)
  returning ${columns}`;

export async function findRefund(database: Database, order: string, key: string): Promise<RefundRow | undefined> {
  const [row] = await database.query<RefundRow>(findText, [order, key]);
  return row;
}

/** Stores a refund of a payment that is locked. Where more would be paid back than was paid, it is a refusal. */
export async function insertRefund(
  transaction: Transaction,
  { order, captured }: PaymentRow,
  { key, amount }: { readonly key: string; readonly amount?: number | null | undefined },
): Promise<RefundRow> {
  const [{ sum } = { sum: 0 }] = await transaction.query<{ sum: number }>(sumText, [order]);
  const left = captured - sum;
  const isRefused = amount != null && (amount < 1 || amount > left);
  const state = isRefused ? 'REFUSED' : left === 0 ? 'DONE' : 'PENDING';
  const [row] = await transaction.query<RefundRow>(insertText, [order, key, amount ?? left, state]);
  if (row === undefined) throw new Error('insert into refund returned no row');
  return row;
}

/** Keeps the provider's answer, once, and publishes it. */
export async function settleRefund(
  transaction: Transaction,
  refund: RefundRow,
  { reference, refusal }: Graph['PaidBack'],
): Promise<RefundRow> {
  const done = reference != null;
  // In the order of all statements: the payment first.
  await lockPayment(transaction, refund.order);
  const values = [refund.id, done ? 'DONE' : 'REFUSED', reference ?? null, done ? null : (refusal ?? null)];
  const [row] = await transaction.query<RefundRow>(settleText, values);
  if (row !== undefined && done) {
    await transaction.query(refundedText, [refund.order, refund.amount]);
    await transaction.publish('payment.refunded', { orderId: refund.order, refundId: refund.id });
  }
  const [now] = row === undefined ? await transaction.query<RefundRow>(byIdText, [refund.id]) : [row];
  return now ?? refund;
}

/** Refunds whose provider has not answered for so many seconds. */
export function takeDueRefunds(database: Database, seconds: number): Promise<readonly RefundRow[]> {
  return database.query<RefundRow>(dueText, [seconds]);
}
