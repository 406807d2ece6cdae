import { type Database, isRowId, StoaError, type Transaction } from 'stoa';

const mostViews = 30;

interface View {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
}

const findText = `
  select view_id::text as id, list, name, query from saved_view
  where customer_id = $1 and ($2::text is null or list = $2) order by list, lower(name), view_id`;
// Two requests of one person follow each other, so that neither goes beyond the limit.
const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const saveText = `
  insert into saved_view (customer_id, list, name, query) values ($1, $2, $3, $4)
  on conflict (customer_id, list, name) do update set query = excluded.query
  where saved_view.query <> excluded.query returning view_id::text as id`;
const removeText = 'delete from saved_view where customer_id = $1 and view_id = $2::bigint returning list';
const forgetText = 'delete from saved_view where customer_id = $1';

/** Those of one person, of one list or of all. */
export async function findViews(
  database: Database,
  customerId: string,
  list?: string | null,
): Promise<readonly View[]> {
  return await database.query<View>(findText, [customerId, list ?? null]);
}

/** A name that the list has already gets the new query string. A second time changes nothing. Throws CONFLICT. */
export async function saveView(
  transaction: Transaction,
  customerId: string,
  { list, name, query }: Omit<View, 'id'>,
): Promise<void> {
  await transaction.query(lockText, [`saved_view ${customerId}`]);
  const views = await findViews(transaction, customerId, list);
  if (views.length >= mostViews && views.every((view) => view.name !== name))
    throw new StoaError('CONFLICT', { text: 'view.tooMany', values: { most: mostViews } });
  const [row] = await transaction.query<{ id: string }>(saveText, [customerId, list, name, query]);
  // Neither the name nor the query string is in the trail: they may name people.
  if (row !== undefined) await transaction.record({ action: 'view.saved', subject: `view:${row.id}`, to: { list } });
}

/** A view of another person stays. A second time changes nothing. */
export async function removeView(transaction: Transaction, customerId: string, id: string): Promise<void> {
  const [row] = isRowId(id) ? await transaction.query<{ list: string }>(removeText, [customerId, id]) : [];
  if (row !== undefined)
    await transaction.record({ action: 'view.removed', subject: `view:${id}`, from: { list: row.list } });
}

/** Removes all that a person has saved. */
export async function forgetViews(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query(forgetText, [customerId]);
}
