import type { Database } from 'stoa';
import { newId, type SessionRow } from './session-store.ts';

interface RefundRow {
  readonly id: string;
  readonly paymentIntent: string;
  readonly amount: number;
  readonly key: string | null;
  readonly created: number;
}

const columns = `
  refund_id as id, payment_intent as "paymentIntent", amount, metadata_key as key,
  extract(epoch from created_at)::integer as created`;
const insertText = `
  insert into refund (refund_id, payment_intent, amount, metadata_key) values ($1, $2, $3, $4) returning ${columns}`;
const sumText = 'select coalesce(sum(amount), 0)::integer as sum from refund where payment_intent = $1';
const listText = `select ${columns} from refund where payment_intent = $1 order by created_at desc, refund_id limit 100`;

/** What is left of a payment that is locked. */
export async function leftOf(transaction: Database, { paymentIntent, amount }: SessionRow): Promise<number> {
  const [row] = await transaction.query<{ sum: number }>(sumText, [paymentIntent]);
  return amount - (row?.sum ?? 0);
}

export async function insertRefund(
  transaction: Database,
  { paymentIntent, amount, key }: Pick<RefundRow, 'paymentIntent' | 'amount' | 'key'>,
): Promise<RefundRow> {
  const [row] = await transaction.query<RefundRow>(insertText, [newId('re'), paymentIntent, amount, key]);
  if (row === undefined) throw new Error('insert into refund returned no row');
  return row;
}

export function listRefunds(database: Database, paymentIntent: string): Promise<readonly RefundRow[]> {
  return database.query<RefundRow>(listText, [paymentIntent]);
}

/** A refund as the interface shows it. */
export function shownRefund({ id, paymentIntent, amount, key, created }: RefundRow) {
  const metadata = key === null ? {} : { key };
  return { id, object: 'refund', status: 'succeeded', payment_intent: paymentIntent, amount, created, metadata };
}
