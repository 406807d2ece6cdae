import { type CsvChange, type CsvFields, type CsvOwner, csvMoney } from '@stoa/desk-ui/csv';
import { refuseUnknown } from '@stoa/desk-ui/forms';
import { amountIn, moneyText } from '@stoa/desk-ui/money';
import { type Context, type Database, isRowId, type Transaction } from 'stoa';
import type { Texts } from '../pricing.gen.ts';
import { localTime } from './local-time.ts';

type Shop = Pick<Context, 'database' | 'shop'>;

interface Times {
  readonly from: string;
  readonly until: string;
}

/** Of a CSV file. The times are those of the list: they are read, and cannot be changed. */
export const priceColumns = ['sku', 'price', 'from', 'until'];

/** Where uploaded files are kept. */
export const keptIn = 'price_import';

const listText = 'select valid_from as "from", valid_until as until from price_list where price_list_id = $1::bigint';
const lockText = 'select from price_list where price_list_id = $1::bigint for update';
const knownText = 'select sku, amount from list_price where price_list_id = $1::bigint and sku = any($2::text[])';
const batchText = `
  select sku, amount from list_price where price_list_id = $1::bigint and sku > $2 order by sku limit $3`;
const writeText = `
  insert into list_price (price_list_id, sku, amount)
  select $1::bigint, * from unnest($2::text[], $3::integer[])
  on conflict (sku, price_list_id) do update set amount = excluded.amount`;

/** The next prices of a list for a CSV file. Throws NOT_FOUND. */
export async function readListPrices({ database, shop }: Shop, list: string) {
  const times = await timesOf({ database, shop }, list);
  return async (after: string, size: number) =>
    (await pricesOf(database, shop, { text: batchText, values: [list, after, size] })).map((fields) => ({
      ...{ id: fields.sku, fields: { ...fields, ...times } },
    }));
}

/** A CSV file of the prices of one list. Throws NOT_FOUND. */
export async function pricesCsv(context: Shop & Pick<Context, 'text'>, list: string): Promise<CsvOwner> {
  const { shop, text } = context;
  const times = await timesOf(context, list);
  return {
    ...{ columns: priceColumns, required: ['sku', 'price'], keptIn, subject: list },
    read: (column, value) => (column === 'price' ? csvMoney(value, shop) : value),
    lock: (transaction) => transaction.query(lockText, [list]),
    known: (database, skus) => pricesOf(database, shop, { text: knownText, values: [list, skus] }),
    change: (from, { sku = '', price: to = '' }) => ({ ...from, sku, price: to }),
    problems: (_database, changes) =>
      changes.flatMap(({ line, given }) =>
        Object.entries(faultsOf(given, { times, shop })).map(([field, why]) => {
          return { line, field, value: (given[field] ?? '').slice(0, 100), why: text(why) };
        }),
      ),
    write: (transaction, changes) => write(transaction, changes, { list, shop }),
  };
}

async function pricesOf(
  database: Database,
  shop: Context['shop'],
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
) {
  const rows = await database.query<{ sku: string; amount: number }>(text, values);
  return rows.map(({ sku, amount }) => ({ sku, price: moneyText(amount, shop) }));
}

/** When the list holds, as a form has it. Spreadsheets write a blank in place of the T. */
async function timesOf({ database, shop }: Shop, list: string): Promise<Times> {
  const [row] = isRowId(list) ? await database.query<{ from: string; until: string | null }>(listText, [list]) : [];
  if (row === undefined) refuseUnknown();
  const until = row.until === null ? '' : localTime(row.until, shop.timeZone);
  return { from: localTime(row.from, shop.timeZone), until };
}

/** The text that says what is wrong, by column. */
function faultsOf(
  { sku = '', price = '', ...given }: CsvFields,
  { times, shop }: { readonly times: Times; readonly shop: Context['shop'] },
): Record<string, keyof Texts> {
  const isOther = (name: keyof Times) => (given[name] ?? '') !== '' && given[name]?.replace(' ', 'T') !== times[name];
  return {
    ...(/^[^\0]{1,100}$/u.test(sku) ? {} : { sku: 'desk.noSku' as const }),
    ...(amountIn(price, shop.decimals) === undefined ? { price: 'desk.noPrice' as const } : {}),
    ...(isOther('from') ? { from: 'desk.otherTime' as const } : {}),
    ...(isOther('until') ? { until: 'desk.otherTime' as const } : {}),
  };
}

async function write(
  transaction: Transaction,
  changes: readonly CsvChange[],
  { list, shop }: { readonly list: string; readonly shop: Context['shop'] },
): Promise<void> {
  const amountOf = (fields?: CsvFields) => amountIn(fields?.price ?? '', shop.decimals) ?? null;
  const amounts = changes.map(({ to }) => amountOf(to));
  await transaction.query(writeText, [list, changes.map(({ sku }) => sku), amounts]);
  await transaction.record({
    ...{ action: 'prices.imported', subject: `price-list:${list}` },
    from: { amounts: Object.fromEntries(changes.map(({ sku, from }) => [sku, amountOf(from)])) },
    to: { amounts: Object.fromEntries(changes.map(({ sku }, index) => [sku, amounts[index]])) },
  });
}
