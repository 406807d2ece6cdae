import { StoaError, type Transaction } from 'stoa';
import type { Context, Graph } from '../orders.gen.ts';
import { mailAbout } from './order-link.ts';
import { findOrder, type OrderLine, type OrderRow } from './order-row.ts';
import { canSend } from './order-rules.ts';
import { leftOf, parcelsOf, piecesField, piecesOf } from './parcels.ts';

export interface Sending {
  readonly tracking?: string | null | undefined;
  /** The pieces of the parcel by `piecesField`. Left out, or empty: all that is left. */
  readonly pieces?: Readonly<Record<string, unknown>>;
  /** The same key is one parcel. */
  readonly key?: string | null | undefined;
  /** How many parcels there were when the pieces were counted. */
  readonly seen?: number | null | undefined;
}

/**
 * A parcel is on its way, and the buyer gets a mail. Null for an unknown order. Throws CONFLICT where the order is not to be
 * sent, or has got another parcel meanwhile, and BAD_USER_INPUT for pieces that are not left.
 */
export async function sendParcel({ database }: Context, id: string, sending: Sending): Promise<OrderRow | null> {
  const order = await findOrder(database, id);
  if (order === undefined) return null;
  const tracking = sending.tracking?.trim() || null;
  if ((tracking?.length ?? 0) > 200) throw refused('tracking', 'desk.trackingLong');
  const { pieces = {}, key = null } = sending;
  const isWhole = Object.keys(pieces).length === 0;
  const seen = sending.seen ?? (isWhole ? null : (await parcelsOf(database, [order]))[0]?.length);
  return await database.transaction(async (transaction) => {
    // Parcels of one order wait for each other, and for who cancels it.
    await transaction.query('select from orders where order_id = $1 for update', [id]);
    const now = (await findOrder(transaction, id)) ?? order;
    if ((isWhole && now.sentAt !== null && now.rest === null) || (await isKnown(transaction, id, key))) return now;
    const values = { number: order.number };
    if (!canSend(now)) throw new StoaError('CONFLICT', { text: 'rules.notToSend', values });
    const [parcels = []] = await parcelsOf(transaction, [now]);
    if (!isWhole && parcels.length !== seen) throw new StoaError('CONFLICT', { text: 'rules.otherParcel', values });
    const left = leftOf(now.lines, parcels);
    const lines = isWhole ? left : take(left, pieces);
    const parcel = { number: parcels.length + 1, tracking, lines };
    return await store(transaction, now, { parcel, left: leftOf(left, [parcel]), key });
  });
}

async function isKnown(transaction: Transaction, id: string, key: string | null): Promise<boolean> {
  const text = 'select from parcel where order_id = $1 and form_key = $2';
  return key !== null && (await transaction.query(text, [id, key])).length > 0;
}

/** The pieces that are sent, of those that are left. */
function take(left: readonly OrderLine[], pieces: Readonly<Record<string, unknown>>): readonly OrderLine[] {
  const lines = Object.entries(pieces).flatMap(([field, typed]) => {
    const line = left.find(({ sku }) => piecesField(sku) === field);
    const count = String(typed ?? '').trim();
    const quantity = /^\d{0,9}$/.test(count) ? Number(count) : Number.NaN;
    const most = line?.quantity ?? 0;
    if (!(quantity <= most)) throw refused(field, 'desk.noPieces', { most });
    return line === undefined || quantity === 0 ? [] : [{ ...line, quantity }];
  });
  const [first = 'tracking'] = Object.keys(pieces);
  if (lines.length === 0) throw refused(first, 'desk.emptyParcel');
  return lines;
}

function refused(field: string, text: string, values: Readonly<Record<string, unknown>> = {}): StoaError {
  return new StoaError('BAD_USER_INPUT', { text, values }, { fields: { [field]: { text, values } } });
}

interface Packed {
  readonly parcel: Pick<Graph['Parcel'], 'number' | 'tracking'> & { readonly lines: readonly OrderLine[] };
  /** What follows in another parcel. */
  readonly left: readonly OrderLine[];
  readonly key: string | null;
}

async function store(transaction: Transaction, order: OrderRow, { parcel, left, key }: Packed): Promise<OrderRow> {
  const { number, tracking } = parcel;
  const lines = piecesOf(parcel.lines);
  const values = [order.id, number, tracking, key, JSON.stringify(lines)];
  await transaction.query(
    `with sent as (insert into parcel (order_id, number, tracking, form_key) values ($1, $2, $3, $4) returning order_id, number)
     insert into parcel_line (order_id, number, sku, quantity)
     select order_id, sent.number, sku, quantity from sent, jsonb_to_recordset($5::jsonb) as l (sku text, quantity int)`,
    values,
  );
  await transaction.query(
    `update orders set partly_sent = $2, sent_at = case when not $2 then now() end, tracking = $3, changed_at = now()
     where order_id = $1`,
    [order.id, left.length > 0, tracking],
  );
  await transaction.record({
    action: 'order.sent',
    subject: `order:${order.id}`,
    to: { parcel: number, tracking, lines },
  });
  await transaction.mail('order-sent', await mailAbout(transaction, order, { parcel, left }));
  return (await findOrder(transaction, order.id)) ?? order;
}
