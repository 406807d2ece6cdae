import { type Listing, plainDigits, readPage, searchText } from '@stoa/desk-ui';
import { refuse } from '@stoa/desk-ui/forms';
import type { Context, Graph } from '../../orders.gen.ts';
import { type OrderRow, orderColumns } from '../order-row.ts';
import { toSend } from '../order-rules.ts';

interface OrderListing extends Listing {
  readonly state?: Graph['OrderFilter'] | null;
  readonly customer?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
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
export async function listOrders({ database, shop }: Context, input: OrderListing) {
  const { search, state, customer, from, to, ...listing } = input;
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const term = searchText(search);
  const where = [
    // A rejected order was never placed: only the filter CANCELLED has it.
    state == null ? "state <> 'REJECTED'" : conditions[state],
    ...(customer == null ? [] : [`customer_id = ${parameter(customer)}`]),
    ...(term === null ? [] : [termCondition(term, parameter)]),
    ...(from
      ? [`placed_at >= (${parameter(dayOf(from, 'from'))}::date)::timestamp at time zone ${parameter(shop.timeZone)}`]
      : []),
    ...(to
      ? [`placed_at < (${parameter(dayOf(to, 'to'))}::date + 1)::timestamp at time zone ${parameter(shop.timeZone)}`]
      : []),
  ].join(' and ');
  const list = { columns: orderColumns, table: 'orders', where, order: 'placed_at desc, orders.number desc', values };
  const { rows: orders, ...counts } = await readPage<OrderRow>(database, list, listing);
  return { ...counts, orders };
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
