import { type Context, type Database, isRowId, StoaError } from 'stoa';
import type { CsvOwner } from './csv-owner.ts';
import { csvWords } from './csv-words.ts';
import { type CsvResult, importCsv } from './import-csv.ts';
import { checkEncoding } from './read-csv.ts';

type Place = Pick<CsvOwner, 'keptIn' | 'subject'>;
type Shop = Pick<Context, 'database' | 'locale'>;

interface Kept {
  readonly csv: Uint8Array;
  readonly result: CsvResult;
}

/** A result as the page shows it. */
export interface CsvPreview extends Omit<CsvResult, 'changes'> {
  readonly changes: readonly {
    readonly line: number;
    readonly sku: string;
    readonly isNew: boolean;
    readonly fields: readonly { readonly name: string; readonly from: string | null; readonly to: string }[];
  }[];
}

/** Keeps a file for a day, with what it would change. Its id. Throws BAD_USER_INPUT for what is no such file. */
export async function keepCsv(context: Shop, owner: CsvOwner, csv: string): Promise<string> {
  checkEncoding(csv, context.locale);
  const bytes = Buffer.from(csv);
  const result = await importCsv(context, owner, { bytes, apply: false });
  const { database } = context;
  await database.query(`delete from ${owner.keptIn} where made_at < now() - interval '1 day'`);
  const keepText = `insert into ${owner.keptIn} (csv, result) values ($1, $2::jsonb) returning import_id::text as id`;
  const [row] = await database.query<{ id: string }>(keepText, [bytes, kept(result, owner)]);
  if (row === undefined) throw new Error('a CSV file was not kept');
  return row.id;
}

/**
 * Does what a kept file says, once: the result of a file that is applied stays. Throws NOT_FOUND, and BAD_USER_INPUT
 * for a file with an error, which changes nothing.
 */
export async function applyCsv({ database, locale }: Shop, owner: CsvOwner, id: string): Promise<CsvResult> {
  const result = await database.transaction(async (transaction) => {
    // A second request for the same file waits here until the first one ends.
    const row = await find<Kept>(transaction, owner, { id, columns: 'csv, result', lock: 'for update' });
    if (row === undefined) throw new StoaError('NOT_FOUND', csvWords(locale).gone);
    if (row.result.applied) return row.result;
    const imported = await importCsv({ database: transaction, locale }, owner, { bytes: row.csv, apply: true });
    const changeText = `update ${owner.keptIn} set result = $2::jsonb where import_id = $1::bigint`;
    await transaction.query(changeText, [id, kept(imported, owner)]);
    return imported;
  });
  if (!result.applied) throw new StoaError('BAD_USER_INPUT', csvWords(locale).refused);
  return result;
}

/** What a kept file would change, or has changed. Null when there is none with this id. */
export async function readKeptCsv(database: Database, place: Place, id: string): Promise<CsvPreview | null> {
  const row = await find<Pick<Kept, 'result'>>(database, place, { id, columns: 'result' });
  if (row === undefined) return null;
  const changes = row.result.changes.map(({ line, sku, from, to }) => ({
    line,
    sku,
    isNew: from === undefined,
    fields: Object.entries(to)
      .filter(([name, value]) => name !== 'sku' && value !== (from?.[name] ?? ''))
      .map(([name, value]) => ({ name, from: from?.[name] ?? null, to: value })),
  }));
  return { ...row.result, changes };
}

async function find<Row extends object>(
  database: Database,
  { keptIn, subject = '' }: Place,
  { id, columns, lock = '' }: { readonly id: string; readonly columns: string; readonly lock?: string },
): Promise<Row | undefined> {
  if (!isRowId(id)) return undefined;
  const where = `import_id = $1::bigint and coalesce(result->>'subject', '') = $2`;
  return (await database.query<Row>(`select ${columns} from ${keptIn} where ${where} ${lock}`, [id, subject]))[0];
}

function kept(result: CsvResult, { subject = '' }: CsvOwner): string {
  return JSON.stringify({ ...result, subject });
}
