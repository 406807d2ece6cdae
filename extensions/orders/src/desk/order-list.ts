import { searchText } from '@stoa/desk-ui';
import { StoaError } from 'stoa';
import type { Context, Graph } from '../../orders.gen.ts';
import { type OrderRow, ordersById } from '../order-row.ts';
import { toSend } from '../order-rules.ts';

interface Listing {
  readonly search?: string | null;
  readonly state?: Graph['OrderFilter'] | null;
  readonly customer?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly first?: number | null;
  readonly page?: number | null;
}

interface Page {
  readonly total: number;
  readonly ids: readonly string[];
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
export async function listOrders({ database, shop }: Context, listing: Listing) {
  const { search, state, customer, from, to, first, page } = listing;
  const size = Math.min(Math.max(first ?? 50, 1), 100);
  const at = Math.min(Math.max(page ?? 1, 1), 100_000);
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
  // stoa-allow LINT_SQL_FILLED: conditions of this module, and numbers of parameters.
  const text = `
    select (select count(*)::integer from orders where ${where}) as total, array(
      select order_id::text from orders where ${where} order by placed_at desc, number desc
      limit ${parameter(size)} offset ${parameter((at - 1) * size)}) as ids`;
  const [{ total, ids } = { total: 0, ids: [] }] = await database.query<Page>(text, values);
  return { total, pages: Math.max(1, Math.ceil(total / size)), orders: inOrder(ids, await ordersById(database, ids)) };
}

/** All digits are an order's number; all else is how an address begins. */
function termCondition(term: string, parameter: (value: unknown) => string): string {
  if (/^\d{1,18}$/.test(term)) return `number = ${parameter(term)}::bigint`;
  return `lower(email) like ${parameter(`${term.toLowerCase()}%`)}`;
}

function dayOf(text: string, field: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text))
    return text;
  throw new StoaError('BAD_USER_INPUT', { text: 'desk.noDay' }, { fields: { [field]: { text: 'desk.noDay' } } });
}

function inOrder(ids: readonly string[], rows: readonly OrderRow[]): readonly OrderRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
