import { StoaError } from 'stoa';
import type { Context, Graph } from '../../orders.gen.ts';
import { toSend } from '../order-rules.ts';

// A day of the shop ends at its midnight. An order that is over has brought nothing.
const daysText = `
  with day as (
    select generate_series(current - (2 * $1::integer - 1), current, interval '1 day')::date as day, current
    from (select (now() at time zone $2)::date as current) today),
  sold as (
    select (placed_at at time zone $2)::date as day, count(*)::integer as orders, sum(total - refunded)::bigint as revenue
    from orders
    where state in ('CONFIRMED', 'PAYING', 'PAID')
      and placed_at >= ((now() at time zone $2)::date - (2 * $1::integer - 1))::timestamp at time zone $2
    group by 1)
  select day::text as day, day > current - $1::integer as "isNow", coalesce(orders, 0) as orders,
    coalesce(revenue, 0)::double precision as revenue
  from day left join sold using (day) order by day`;
const stateText = `
  select (select count(*)::integer from orders where ${toSend}) as "toSend",
    not exists (select from orders where state <> 'REJECTED') as "isNewShop"`;

interface Day {
  readonly day: string;
  readonly isNow: boolean;
  readonly orders: number;
  readonly revenue: number;
}

/** What was sold in the last days, and in as many before. Throws BAD_USER_INPUT for days that are not 1 to 366. */
export async function readFigures({ database, shop }: Context, count: number): Promise<Graph['OrderFigures']> {
  if (count < 1 || count > 366) throw new StoaError('BAD_USER_INPUT', { text: 'desk.noDays' });
  const [days, [state]] = await Promise.all([
    database.query<Day>(daysText, [count, shop.timeZone]),
    database.query<Pick<Graph['OrderFigures'], 'toSend' | 'isNewShop'>>(stateText),
  ]);
  const now = days.filter(({ isNow }) => isNow);
  return {
    now: sumOf(now),
    before: sumOf(days.filter(({ isNow }) => !isNow)),
    toSend: state?.toSend ?? 0,
    isNewShop: state?.isNewShop === true,
    days: now.map(({ day, revenue }) => ({ day, revenue })),
  };
}

function sumOf(days: readonly Day[]) {
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0);
  return { orders, revenue, average: orders === 0 ? null : Math.round(revenue / orders) };
}
