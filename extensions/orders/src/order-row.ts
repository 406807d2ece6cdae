import type { Database } from 'stoa';
import type { Context, Graph } from '../orders.gen.ts';
import { digestOf } from './digest.ts';

export type OrderState = Graph['OrderState'];

export interface OrderLine {
  readonly sku: string;
  readonly productId: string | null;
  readonly name: string;
  readonly label: string | null;
  readonly quantity: number;
  readonly unit: number;
  readonly gross: number;
  readonly reduction: number;
  readonly rate: number | null;
}

/** A row of `orders` with its lines, under the names of the SDL where the SDL has them. */
export interface OrderRow {
  readonly id: string;
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: string;
  readonly payUntil: string;
  readonly locale: string;
  readonly email: string;
  readonly name: string;
  readonly address: Graph['OrderAddress'];
  readonly path: string;
  readonly origin: string;
  readonly lines: readonly OrderLine[];
  readonly totals: Graph['OrderTotals'];
  readonly deliveryMethod: string;
  readonly deliveryLabel: string;
  readonly paymentMethod: string;
  readonly paymentLabel: string;
  readonly payAddress: string | null;
  readonly missing: readonly string[];
  readonly vouchers: readonly string[];
  readonly refusedVouchers: readonly string[];
  readonly voucherProblems: readonly string[];
  readonly invoiceNumber: string | null;
  /** With the last parcel, once nothing is left to be sent. */
  readonly sentAt: string | null;
  readonly isPartlySent: boolean;
  /** What the shop has cancelled of an order in parcels, and whether its stock is given back. */
  readonly rest: 'CANCELLED' | 'RETURNED' | null;
  readonly tracking: string | null;
  readonly withdrawnAt: string | null;
  readonly cart: string;
  readonly isCartClosed: boolean;
  readonly isOpened: boolean;
  readonly isByHand: boolean;
  readonly isLate: boolean;
  readonly isUnwanted: boolean;
  readonly isReleased: boolean;
}

/** The columns of `orders`, under the names of `OrderRow`. */
export const orderColumns = `
  order_id as id, number::text as number, state, placed_at as "placedAt", pay_until as "payUntil", locale, email, name, address,
  path, origin, delivery_method as "deliveryMethod", delivery_label as "deliveryLabel", payment_method as "paymentMethod",
  payment_label as "paymentLabel", pay_address as "payAddress", missing, vouchers, refused_vouchers as "refusedVouchers", voucher_problems as "voucherProblems",
  invoice_number as "invoiceNumber", sent_at as "sentAt", partly_sent and sent_at is null as "isPartlySent", rest, tracking,
  withdrawn_at as "withdrawnAt", cart_id as cart, cart_closed as "isCartClosed", opened as "isOpened",
  by_hand as "isByHand", pay_until < now() as "isLate", unwanted as "isUnwanted", released as "isReleased",
  jsonb_build_object('goods', goods, 'reduction', reduction, 'reductions', reductions,
    'delivery', delivery, 'fees', fees, 'total', total, 'refunded', refunded, 'taxes', taxes) as totals,
  (select jsonb_agg(jsonb_build_object('sku', sku, 'productId', product_id, 'name', l.name, 'label', label, 'quantity', quantity,
    'unit', unit, 'gross', gross, 'reduction', l.reduction, 'rate', rate) order by position)
    from order_line l where l.order_id = orders.order_id) as lines`;

/** The conditions are written in this module alone: none is a text of a client. */
async function select(database: Database, condition: string, values: readonly unknown[]): Promise<readonly OrderRow[]> {
  return await database.query<OrderRow>(`select ${orderColumns} from orders where ${condition}`, values);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function findOrder(database: Database, id: string): Promise<OrderRow | undefined> {
  return uuid.test(id) ? (await select(database, 'order_id = $1', [id]))[0] : undefined;
}

/** The order of a form with the same content. */
export async function findOrderOfForm(
  database: Database,
  form: string,
  request: string,
): Promise<OrderRow | undefined> {
  return (await select(database, 'form_digest = $1 and request_digest = $2', [form, request]))[0];
}

/** Not sorted. */
export async function ordersById(database: Database, ids: readonly string[]): Promise<readonly OrderRow[]> {
  const known = ids.filter((id) => uuid.test(id));
  return known.length === 0 ? [] : await select(database, 'order_id = any($1::uuid[])', [known]);
}

/** Not sorted. */
export async function ordersByNumber(database: Database, numbers: readonly string[]): Promise<readonly OrderRow[]> {
  return await select(database, 'number = any($1::bigint[])', [numbers]);
}

export async function ordersOf(database: Database, customer: string): Promise<readonly OrderRow[]> {
  return await select(database, 'customer_id = $1 order by placed_at desc, number desc limit 100', [customer]);
}

/** The order, for those who may see it: its customer, its browser, the key, and the shop's people. Null for others. */
export async function seeOrder(context: Context, id: string, key?: string | null): Promise<OrderRow | null> {
  return (await seeOrders(context, [id], key))[0] ?? null;
}

/** Those that the caller may see. Not sorted. */
export async function seeOrders(
  { caller, visitor, database }: Context,
  ids: readonly string[],
  key?: string | null,
): Promise<readonly OrderRow[]> {
  if (caller.kind === 'user' && caller.permissions.includes('orders:write')) return await ordersById(database, ids);
  const known = ids.filter((id) => uuid.test(id));
  if (known.length === 0) return [];
  const customer = caller.kind === 'user' ? caller.id : null;
  const condition = `order_id = any($1::uuid[]) and (
    customer_id = $2 or (visitor = $3 and placed_at > now() - interval '1 day')
    or exists (select from order_link k where k.order_id = orders.order_id and key_digest = $4))`;
  return await select(database, condition, [known, customer, visitor, key ? digestOf(key) : null]);
}
