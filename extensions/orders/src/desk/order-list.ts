import { type Listing, plainDigits, readPage, searchText } from '@stoa/desk-ui';
import { refuse } from '@stoa/desk-ui/forms';
import type { Context, Graph } from '../../orders.gen.ts';
import { type OrderRow, orderColumns } from '../order-row.ts';
import { toSend } from '../order-rules.ts';

export interface OrderFilters {
  readonly search?: string | null | undefined;
  readonly state?: Graph['OrderFilter'] | null | undefined;
  readonly customer?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

const conditions: Readonly<Record<Graph['OrderFilter'], string>> = {
  TO_SEND: toSend,
  PARTLY_SENT: 'partly_sent and sent_at is null',
  SENT: 'sent_at is not null',
  PENDING: "state in ('PLACING', 'PENDING')",
  CANCELLED: "state in ('CLOSING', 'CANCELLED', 'REJECTED')",
  REFUNDED: "(state in ('REFUNDING', 'REFUNDED') or refunded > 0)",
};

/** Orders for the desk, the newest first. Throws BAD_USER_INPUT for a day that is none. */
export async function listOrders(context: Context, input: Listing & OrderFilters) {
  const list = { columns: orderColumns, table: 'orders', order: 'placed_at desc, orders.number desc' };
  const { rows: orders, ...counts } = await readPage<OrderRow>(
    context.database,
    { ...list, ...orderConditions(context, input) },
    input,
  );
  return { ...counts, orders };
}

/** A condition on `orders`, and its parameters. Throws BAD_USER_INPUT for a day that is none. */
export function orderConditions({ shop }: Pick<Context, 'shop'>, filters: OrderFilters) {
  const { search, state, customer, from, to } = filters;
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const beginOf = (day: string) => `(${day})::timestamp at time zone ${parameter(shop.timeZone)}`;
  const term = searchText(search);
  const where = [
    // A rejected order was never placed: only the filter CANCELLED has it.
    state == null ? "state <> 'REJECTED'" : conditions[state],
    ...(customer == null ? [] : [`customer_id = ${parameter(customer)}`]),
    ...(term === null ? [] : [termCondition(term, parameter)]),
    ...(from ? [`placed_at >= ${beginOf(`${parameter(dayOf(from, 'from'))}::date`)}`] : []),
    ...(to ? [`placed_at < ${beginOf(`${parameter(dayOf(to, 'to'))}::date + 1`)}`] : []),
  ].join(' and ');
  return { where, values };
}

/** All digits are an order's number; all else is how an address begins. */
function termCondition(term: string, parameter: (value: unknown) => string): string {
  const number = plainDigits(term);
  if (/^\d{1,18}$/.test(number)) return `number = ${parameter(number)}::bigint`;
  return `lower(email) like ${parameter(`${term.toLowerCase()}%`)}`;
}

function dayOf(text: string, field: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  if (/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text))
    return text;
  return refuse(field, 'desk.noDay');
}
