import { type Database, listForEach } from 'stoa';
import type { Graph } from '../orders.gen.ts';
import type { OrderLine, OrderRow } from './order-row.ts';

type Parcel = Graph['Parcel'];
/** A line as people read it. */
export type NamedPieces = Pick<OrderLine, 'sku' | 'name' | 'label' | 'quantity'>;

type Piece = Pick<Graph['ParcelLine'], 'sku' | 'quantity'>;

const findText = `
  select order_id as "orderId", number, tracking, sent_at as "sentAt",
    (select jsonb_agg(jsonb_build_object('sku', p.sku, 'name', name, 'label', label, 'quantity', p.quantity) order by position)
     from parcel_line p join order_line l using (order_id, sku)
     where p.order_id = parcel.order_id and p.number = parcel.number) as lines
  from parcel where order_id = any($1::uuid[]) order by number`;

/** The field of a form, and of the error, for the pieces of a line. A SKU may have spaces and brackets. */
export function piecesField(sku: string): string {
  return `pieces-${encodeURIComponent(sku)}`;
}

/** Numbers of pieces alone. */
export function piecesOf<Line extends Piece>(lines: readonly Line[]): readonly Pick<Line, keyof Piece>[] {
  return lines.map(({ sku, quantity }) => ({ sku, quantity }));
}

/** What a line is called: the product and its variant. */
export function nameOf({ name, label }: Pick<NamedPieces, 'name' | 'label'>): string {
  return [name, label].filter(Boolean).join(' · ');
}

/** What no parcel has yet, line by line. */
export function leftOf<Line extends Piece>(
  lines: readonly Line[],
  parcels: readonly { readonly lines: readonly Piece[] }[],
): readonly Line[] {
  const sent = parcels.flatMap((parcel) => parcel.lines);
  return lines.flatMap((line) => {
    const gone = sent.filter(({ sku }) => sku === line.sku).reduce((sum, { quantity }) => sum + quantity, 0);
    return line.quantity > gone ? [{ ...line, quantity: line.quantity - gone }] : [];
  });
}

/** What the pieces cost that no parcel has, less their part of the reductions. */
export function costOfLeft(
  lines: readonly (Piece & Pick<OrderLine, 'gross' | 'reduction'>)[],
  parcels: readonly { readonly lines: readonly Piece[] }[],
): number {
  const costs = leftOf(lines, parcels).map(({ sku, quantity, gross, reduction }) => {
    const ordered = lines.find((line) => line.sku === sku)?.quantity ?? quantity;
    return Math.round(((gross - reduction) * quantity) / ordered);
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** The parcels of each order, the first one first. One query. */
export async function parcelsOf(database: Database, orders: readonly OrderRow[]): Promise<readonly Parcel[][]> {
  const ids = orders.map(({ id }) => id);
  const rows = await database.query<Parcel & { readonly orderId: string }>(findText, [ids]);
  return listForEach(ids, rows, ({ orderId }) => orderId).map((parcels, index) => withRest(parcels, orders[index]));
}

/** An order that was sent without parcels has one with all of it. A rest that was cancelled is in none. */
function withRest(parcels: readonly Parcel[], order: OrderRow | undefined): Parcel[] {
  const lines = order === undefined ? [] : leftOf(order.lines, parcels);
  if (!order?.sentAt || order.rest !== null || lines.length === 0) return [...parcels];
  const { sentAt, tracking } = order;
  return [...parcels, { number: parcels.length + 1, sentAt, tracking, lines }];
}
