import { randomBytes } from 'node:crypto';
import type { Database } from 'stoa';

export interface SessionRow {
  readonly id: string;
  readonly paymentIntent: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: 'open' | 'complete' | 'expired';
  readonly created: number;
  readonly expiresAt: number;
}

export type NewSession = Omit<SessionRow, 'id' | 'paymentIntent' | 'status' | 'created'>;

const columns = `
  session_id as id, payment_intent as "paymentIntent", amount, currency, description, success_url as "successUrl",
  cancel_url as "cancelUrl", client_reference_id as reference, metadata,
  extract(epoch from created_at)::integer as created, extract(epoch from expires_at)::integer as "expiresAt",
  case when status = 'open' and expires_at < now() then 'expired' else status end as status`;
const insertText = `
  insert into session (session_id, payment_intent, amount, currency, description, success_url, cancel_url, client_reference_id, metadata, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, to_timestamp($10)) returning ${columns}`;
const findText = `select ${columns} from session where session_id = $1`;
const lockIntentText = `select ${columns} from session where payment_intent = $1 for update`;
const endText = `
  update session set status = $2 where session_id = $1 and status = 'open' and expires_at >= now() returning ${columns}`;
const overText = `
  update session set status = 'expired' where session_id in (
    select session_id from session where status = 'open' and expires_at < now() limit 50 for update skip locked)
  returning ${columns}`;

export function newId(kind: 'cs_test' | 'pi' | 're' | 'evt'): string {
  return `${kind}_${randomBytes(16).toString('hex')}`;
}

export async function insertSession(database: Database, session: NewSession): Promise<SessionRow> {
  const { amount, currency, description, successUrl, cancelUrl, reference, expiresAt } = session;
  const metadata = JSON.stringify(session.metadata);
  const values = [amount, currency, description, successUrl, cancelUrl, reference, metadata, expiresAt];
  const [row] = await database.query<SessionRow>(insertText, [newId('cs_test'), newId('pi'), ...values]);
  if (row === undefined) throw new Error('insert into session returned no row');
  return row;
}

export async function findSession(database: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await database.query<SessionRow>(findText, [id]);
  return row;
}

/** Until the transaction ends, other refunds of the payment wait. */
export async function lockIntent(transaction: Database, paymentIntent: string): Promise<SessionRow | undefined> {
  const [row] = await transaction.query<SessionRow>(lockIntentText, [paymentIntent]);
  return row;
}

/** Ends an open session. Undefined when it is not open. */
export async function endSession(
  database: Database,
  id: string,
  status: 'complete' | 'expired',
): Promise<SessionRow | undefined> {
  const [row] = await database.query<SessionRow>(endText, [id, status]);
  return row;
}

/** Ends some of the sessions whose time is over. */
export function endOverdue(database: Database): Promise<readonly SessionRow[]> {
  return database.query<SessionRow>(overText);
}

/** A session as the interface shows it. */
export function shownSession(row: SessionRow, payUrl: string) {
  return {
    id: row.id,
    object: 'checkout.session',
    mode: 'payment',
    livemode: false,
    status: row.status,
    payment_status: row.status === 'complete' ? 'paid' : 'unpaid',
    payment_intent: row.status === 'complete' ? row.paymentIntent : null,
    amount_total: row.amount,
    currency: row.currency,
    client_reference_id: row.reference,
    metadata: row.metadata,
    created: row.created,
    expires_at: row.expiresAt,
    success_url: row.successUrl,
    cancel_url: row.cancelUrl,
    url: row.status === 'open' ? payUrl : null,
  };
}
