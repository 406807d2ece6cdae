import type { CsvChange, CsvFields, CsvOwner } from '@stoa/desk-ui/csv';
import { type Context, type Database, StoaError, type Transaction } from 'stoa';
import { reasons } from './reasons.ts';

interface Row extends CsvFields {
  readonly sku: string;
  readonly onHand: string;
  readonly reserved: string;
}

/** Of a CSV file. `seen` is what was on hand when the file was exported. */
export const stockColumns = ['sku', 'onHand', 'seen', 'reason'];

/** Where uploaded files are kept. */
export const keptIn = 'stock_import';

// In the order of holds: see change-levels.ts.
const lockText = 'select from level where sku = any($1::text[]) order by sku for update';
const knownText = `
  select sku, on_hand::text as "onHand", reserved::text as reserved from level where sku = any($1::text[])`;
const batchText = 'select sku, on_hand::text as "onHand" from level where sku > $1 order by sku limit $2';
const writeText = `
  insert into level (sku, on_hand) select * from unnest($1::text[], $2::integer[]) g (sku, on_hand) order by g.sku
  on conflict (sku) do update set on_hand = excluded.on_hand where level.reserved <= excluded.on_hand
  returning sku`;

/** The next counted pieces of a CSV file. */
export function readStock({ database }: Pick<Context, 'database'>) {
  return async (after: string, size: number) =>
    (await database.query<Row>(batchText, [after, size])).map(({ sku, onHand }) => ({
      ...{ id: sku, fields: { sku, onHand, seen: onHand, reason: reasons[0] } },
    }));
}

/** A CSV file of counted pieces. */
export function stockCsv({ text }: Pick<Context, 'text'>): CsvOwner {
  return {
    ...{ columns: stockColumns, required: ['sku', 'onHand'], keptIn },
    read: (column, value) => (column === 'onHand' || column === 'seen' ? value.replace(/^0+(?=\d)/, '') : value),
    lock: (transaction, skus) => transaction.query(lockText, [skus]),
    known: (database: Database, skus) => database.query<Row>(knownText, [skus]),
    // What was not counted anew is left as it is, also when orders were sent since the export.
    change: (from, given) =>
      from !== undefined && given.seen === given.onHand ? from : { ...from, ...countOf(given) },
    problems: (_database, changes) =>
      changes.flatMap((change) => {
        const { line, to, given } = change;
        return Object.entries(faultsOf(change)).map(([field, why]) => {
          const value = (given[field] ?? to[field] ?? '').slice(0, 100);
          return { line, field, value, why: text(why, { sku: to.sku, count: Number(change.from?.onHand ?? 0) }) };
        });
      }),
    write,
  };
}

function countOf({ sku = '', onHand = '' }: CsvFields): CsvFields {
  return { sku, onHand };
}

/** The text that says what is wrong, by column. */
function faultsOf({ from, to, given: { sku = '', onHand = '', seen = '', reason = '' } }: CsvChange) {
  const isCount = /^\d{1,9}$/.test(onHand);
  return {
    ...(/^[^\0]{1,100}$/u.test(sku) ? {} : { sku: 'rules.sku' }),
    ...(isCount ? {} : { onHand: 'desk.onHandWrong' }),
    ...(isCount && Number(onHand) < Number(to.reserved ?? 0) ? { onHand: 'rules.reserved' } : {}),
    ...(seen === '' || seen === from?.onHand ? {} : { seen: from === undefined ? 'desk.notCounted' : 'desk.now' }),
    ...(reason === '' || reasons.some((each) => each === reason) ? {} : { reason: 'rules.reason' }),
  };
}

async function write(transaction: Transaction, changes: readonly CsvChange[]): Promise<void> {
  const counts = changes.map(({ to }) => Number(to.onHand));
  const skus = changes.map(({ sku }) => sku);
  const written = await transaction.query<{ sku: string }>(writeText, [skus, counts]);
  // Since the rows were locked, such a SKU was counted for the first time, and held by an order.
  const done = new Set(written.map(({ sku }) => sku));
  const refused = skus.find((sku) => !done.has(sku));
  if (refused !== undefined) throw new StoaError('CONFLICT', { text: 'rules.reserved', values: { sku: refused } });
  await transaction.record({
    ...{ action: 'stock.imported', subject: 'stock' },
    from: {
      onHand: Object.fromEntries(
        changes.map(({ sku, from }) => [sku, from === undefined ? null : Number(from.onHand)]),
      ),
    },
    to: {
      onHand: Object.fromEntries(changes.map(({ sku }, index) => [sku, counts[index]])),
      reason: Object.fromEntries(changes.map(({ sku, given }) => [sku, given.reason || reasons[0]])),
    },
  });
}
