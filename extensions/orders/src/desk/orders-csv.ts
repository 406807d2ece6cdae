import { moneyText } from '@stoa/desk-ui';
import type { Context, Graph } from '../../orders.gen.ts';
import { type OrderFilters, orderConditions } from './order-list.ts';

/** Of a CSV file, for programs that write labels, and for spreadsheets. */
export const orderCsvColumns = [
  ...['number', 'placed', 'state', 'sent', 'tracking', 'email'],
  ...['name', 'addition', 'street', 'postcode', 'city', 'region', 'country', 'phone'],
  ...['delivery', 'payment', 'goods', 'reduction', 'deliveryCosts', 'fees', 'total', 'refunded', 'currency', 'invoice'],
] as const;

interface Line {
  readonly number: string;
  readonly placed: string;
  readonly state: string;
  readonly sent: string | null;
  readonly tracking: string | null;
  readonly email: string;
  readonly address: Graph['OrderAddress'];
  readonly delivery: string;
  readonly payment: string;
  readonly amounts: Readonly<Record<'goods' | 'reduction' | 'deliveryCosts' | 'fees' | 'total' | 'refunded', number>>;
  readonly invoice: string | null;
}

/** The next orders of a CSV file, the newest first. Throws BAD_USER_INPUT for a day that is none. */
export function readOrderLines({ database, shop }: Context, filters: OrderFilters) {
  const { where, values } = orderConditions({ shop }, filters);
  const [zone, after, size] = [1, 2, 3].map((number) => `$${values.length + number}`);
  const local = (time: string) => `to_char(${time} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`;
  // stoa-allow LINT_SQL_FILLED: conditions of order-list.ts, and numbers of parameters
  const text = `
    select number::text as number, ${local('placed_at')} as placed, state, ${local('sent_at')} as sent, tracking, email,
      address, delivery_label as delivery, payment_label as payment, jsonb_build_object('goods', goods,
        'reduction', -reduction, 'deliveryCosts', delivery, 'fees', fees, 'total', total, 'refunded', refunded) as amounts,
      invoice_number as invoice
    from orders where ${where} and (${after} = '' or number < nullif(${after}, '')::bigint)
    order by orders.number desc limit ${size}`;
  return async (last: string, most: number) => {
    const rows = await database.query<Line>(text, [...values, shop.timeZone, last, most]);
    return rows.map(({ amounts, address, ...line }) => {
      const money = Object.entries(amounts).map(([key, amount]) => [key, moneyText(amount, shop)] as const);
      // A spreadsheet would compute +1-212-555.
      const phone = address.phone?.replaceAll(/[-/]/g, ' ');
      const texts = { ...line, ...address, phone, currency: shop.currency };
      const fields = Object.entries(texts).map(([key, value]) => [key, value ?? ''] as const);
      return { id: line.number, fields: Object.fromEntries([...fields, ...money]) };
    });
  };
}
