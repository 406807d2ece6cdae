import type { Context } from 'stoa';
import { csvColumns, csvText } from './csv-fields.ts';
import type { Fields } from './refuse-stale.ts';

const batch = 1000;
const batchText = `${csvText} where p.product_id > $2::bigint order by p.product_id limit $3`;

/** The lines of a CSV file with all products, and a first one with names. UTF-8, and CRLF, as RFC 4180 has it. */
export async function* exportLines({ database, shop, signal }: Pick<Context, 'database' | 'shop' | 'signal'>) {
  const columns = csvColumns(shop);
  yield lineOf(columns);
  for (let after = '0'; ; ) {
    signal.throwIfAborted();
    const values = [shop.locales.slice(1), after, batch];
    const rows = await database.query<{ id: string; fields: Fields }>(batchText, values);
    yield rows.map(({ fields }) => lineOf(columns.map((column) => fields[column] ?? ''))).join('');
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return;
  }
}

function lineOf(values: readonly string[]): string {
  return `${values.map((value) => `"${safe(value).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** A spreadsheet would run what begins like a formula. The import takes the apostrophe away. */
function safe(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
