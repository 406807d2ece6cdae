import { type Context, type Database, isRowId } from 'stoa';
import { type Imported, importProducts } from './import-products.ts';

const forgetText = "delete from product_import where made_at < now() - interval '1 day'";
const keepText = 'insert into product_import (csv, result) values ($1, $2::jsonb) returning import_id::text as id';
const csvText = 'select csv from product_import where import_id = $1::bigint';
const resultText = 'select result from product_import where import_id = $1::bigint';
const changeText = 'update product_import set result = $2::jsonb where import_id = $1::bigint';

/** Keeps a file for a day, with what it would change. Its id. Throws BAD_USER_INPUT for what is no CSV of products. */
export async function keepImport(context: Context, csv: Uint8Array): Promise<string> {
  const result = await importProducts(context, csv, false);
  await context.database.query(forgetText);
  const [row] = await context.database.query<{ id: string }>(keepText, [csv, JSON.stringify(result)]);
  if (row === undefined) throw new Error('an import was not kept');
  return row.id;
}

/** Does what a kept file says, if it is without an error. Null when there is none with this id. */
export async function applyImport(context: Context, id: string): Promise<Imported | null> {
  const [row] = isRowId(id) ? await context.database.query<{ csv: Uint8Array }>(csvText, [id]) : [];
  if (row === undefined) return null;
  const result = await importProducts(context, row.csv, true);
  await context.database.query(changeText, [id, JSON.stringify(result)]);
  return result;
}

/** What a kept file would change, or has changed. Null when there is none with this id. */
export async function readImport(database: Database, id: string): Promise<Imported | null> {
  const [row] = isRowId(id) ? await database.query<{ result: Imported }>(resultText, [id]) : [];
  return row?.result ?? null;
}
