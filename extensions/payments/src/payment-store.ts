import { type Database, StoaError } from 'stoa';
import type { Graph, Transaction } from '../payments.gen.ts';

export type PaymentState = Graph['PaymentState'];

export interface PaymentRow {
  readonly order: string;
  readonly method: string;
  readonly state: PaymentState;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly description: string;
  readonly returnUrl: string;
  readonly country: string;
  readonly reference: string | null;
  readonly address: string | null;
  readonly stopped: boolean;
  readonly ageSeconds: number;
}

/** What a provider says of a payment. */
export interface Outcome {
  readonly state: PaymentState;
  readonly amount: number;
}

const columns = `
  order_id as "order", method, state, amount, captured, refunded, description, return_url as "returnUrl", country,
  reference, address, stopped, extract(epoch from now() - created_at)::integer as "ageSeconds"`;
const findText = `select ${columns} from payment where order_id = any($1::text[])`;
const insertText = `
  insert into payment (order_id, method, state, amount, description, return_url, country, stopped)
  values ($1, $2, $3, $4, $5, $6, $7, $3 = 'CLOSED') on conflict (order_id) do nothing returning ${columns}`;
const lockText = `select ${columns} from payment where order_id = $1 for update`;
const startedText = `
  update payment set reference = coalesce(reference, $2), address = $3, state = case state when 'NEW' then $4 else state end
  where order_id = $1 returning ${columns}`;
const closeText = `
  update payment set state = 'CLOSED', stopped = stopped or $2 where order_id = $1 returning ${columns}`;
const captureText = `
  update payment set state = 'CAPTURED', captured = $2, reference = coalesce($3, reference), stopped = true
  where order_id = $1 returning ${columns}`;
const dueText = `
  update payment set checked_at = now() where order_id in (
    select order_id from payment where checked_at < now() - make_interval(secs => $1)
    and (state in ('NEW', 'OPEN') or (state = 'CLOSED' and not stopped and reference is not null))
    order by checked_at limit 20 for update skip locked)
  returning ${columns}`;

/** The payments of orders, not sorted. */
export function findPayments(database: Database, orders: readonly string[]): Promise<readonly PaymentRow[]> {
  return database.query<PaymentRow>(findText, [[...new Set(orders)]]);
}

/** The payment of an order that is stored: a new one, unless there was one before. */
export async function insertPayment(
  database: Database,
  payment: Pick<PaymentRow, 'order' | 'method' | 'amount' | 'description' | 'returnUrl' | 'country'>,
  state: 'NEW' | 'CLOSED',
): Promise<PaymentRow> {
  const { order, method, amount, description, returnUrl, country } = payment;
  const values = [order, method, state, amount, description, returnUrl, country];
  const [row] = await database.query<PaymentRow>(insertText, values);
  return row ?? stored((await findPayments(database, [order]))[0], order);
}

/** Until the transaction ends, others wait. */
export async function lockPayment(transaction: Transaction, order: string): Promise<PaymentRow | undefined> {
  const [row] = await transaction.query<PaymentRow>(lockText, [order]);
  return row;
}

/** The same, for one that is stored for sure. */
export async function lockStored(transaction: Transaction, order: string): Promise<PaymentRow> {
  return stored(await lockPayment(transaction, order), order);
}

/** Keeps what the method has answered. A payment that was closed or paid meanwhile stays so. */
export async function recordStart(
  database: Database,
  order: string,
  { state, reference, address }: Graph['StartedPayment'],
): Promise<PaymentRow> {
  const [row] = await database.query<PaymentRow>(startedText, [order, reference ?? null, address ?? null, state]);
  return stored(row, order);
}

/** Closes a payment that is locked, and publishes that. */
export async function closeLocked(transaction: Transaction, before: PaymentRow, stopped: boolean): Promise<PaymentRow> {
  const [row] = await transaction.query<PaymentRow>(closeText, [before.order, stopped]);
  if (before.state !== 'CLOSED') await transaction.publish('payment.closed', { orderId: before.order });
  return stored(row, before.order);
}

/** Brings a payment to what its provider says, and publishes a change. What is paid stays paid. Throws StoaError. */
export async function applyOutcome(
  transaction: Transaction,
  before: PaymentRow,
  { state, amount, reference }: Outcome & { readonly reference: string | null },
): Promise<PaymentRow> {
  if (before.state === 'CAPTURED') return before;
  if (state === 'CLOSED') return await closeLocked(transaction, before, true);
  if (state !== 'CAPTURED') return before;
  // An operator has to look at it: the goods are not paid for, and the money is there.
  if (amount < before.amount)
    throw new StoaError('CONFLICT', `The order ${before.order} costs ${before.amount}, and ${amount} is paid.`);
  const [row] = await transaction.query<PaymentRow>(captureText, [before.order, amount, reference]);
  await transaction.publish('payment.captured', { orderId: before.order });
  return stored(row, before.order);
}

/** Payments whose provider was not asked for so many seconds. They are not due again before as many have passed. */
export function takeDuePayments(database: Database, seconds: number): Promise<readonly PaymentRow[]> {
  return database.query<PaymentRow>(dueText, [seconds]);
}

function stored(row: PaymentRow | undefined, order: string): PaymentRow {
  if (row === undefined) throw new Error(`There is no payment of the order ${order}.`);
  return row;
}
