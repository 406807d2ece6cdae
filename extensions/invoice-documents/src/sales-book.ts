import { moneyText, readPage } from '@stoa/desk-ui';
import type { Database } from 'stoa';
import type { Context, Graph } from '../invoice-documents.gen.ts';
import { completeInvoices } from './keep-invoice.ts';
import { type Period, periodOf } from './period.ts';

export interface BookedDocument {
  readonly kind: Graph['OrderDocumentKind'];
  readonly number: string;
  readonly orderId: string;
  readonly issuedAt: string;
  readonly country: string;
  readonly amount: number;
}

/** Whose sums have a statement of their own. */
export interface SalesBook {
  readonly total: number;
  readonly pages: number;
  readonly documents: readonly BookedDocument[];
  readonly period: Period;
}

interface Asked {
  readonly period?: string | null;
  readonly first?: number | null;
  readonly page?: number | null;
}

/** Invoices and credit notes of a period, the newest first. Throws BAD_USER_INPUT for a period that is none. */
export async function readBook(context: Context, { period: asked, ...listing }: Asked): Promise<SalesBook> {
  const period = periodOf(context, asked);
  await completeInvoices(context, period);
  const list = {
    columns: 'kind, number, order_id as "orderId", issued_at as "issuedAt", country, amount',
    table: 'booked_document',
    order: 'issued_at desc, booked_document.number desc',
    ...period,
  };
  const { rows: documents, ...counts } = await readPage<BookedDocument>(context.database, list, listing);
  return { ...counts, documents, period };
}

/** Net and VAT by country and rate. */
export async function readSums(database: Database, { where, values }: Period): Promise<readonly Graph['SalesSum'][]> {
  // stoa-allow LINT_SQL_FILLED: a condition of period.ts
  const text = `
    select country, rate, sum(net)::float8 as net, sum(tax)::float8 as tax from booked_tax
    where ${where} and (rate is not null or net <> 0) group by country, rate order by country, rate desc nulls last`;
  return await database.query(text, values);
}

/** Of a CSV file. A document has a line for each of its rates. */
export const bookColumns = [
  ...['kind', 'number', 'date', 'order', 'country', 'rate', 'net', 'vat', 'gross', 'currency'],
] as const;

interface BookedTax extends Pick<BookedDocument, 'kind' | 'number' | 'country'> {
  readonly day: string;
  readonly order: string;
  readonly rate: number | null;
  readonly net: number;
  readonly tax: number;
}

/** The next lines of a CSV file with the documents of a period, the oldest first. */
export function readBookLines({ database, shop }: Pick<Context, 'database' | 'shop'>, { where, values }: Period) {
  const [zone, after, size] = [1, 2, 3].map((number) => `$${values.length + number}`);
  const key = '(issued_at, number)';
  // stoa-allow LINT_SQL_FILLED: a condition of period.ts, and numbers of parameters
  const text = `
    with next as (
      select * from booked_document
      where ${where} and (${after} = '' or ${key} > (select issued_at, number from booked_document where number = ${after}))
      order by issued_at, number limit ${size})
    select n.kind, n.number, to_char(n.issued_at at time zone ${zone}, 'YYYY-MM-DD') as day, n.order_number as order,
      n.country, t.rate, t.net, t.tax
    from next n cross join lateral taxes_of(n.amount, n.sign, n.taxes) t order by n.issued_at, n.number, t.rate desc nulls last`;
  const { currency } = shop;
  return async (after: string, size: number) => {
    const rows = await database.query<BookedTax>(text, [...values, shop.timeZone, after, size]);
    return rows.map(({ kind, number, day, order, country, rate, net, tax }) => ({
      id: number,
      fields: {
        ...{ kind, number, date: day, order, country, currency },
        rate: rate === null ? '' : String(rate / 100),
        net: moneyText(net, shop),
        vat: moneyText(tax, shop),
        gross: moneyText(net + tax, shop),
      },
    }));
  };
}
