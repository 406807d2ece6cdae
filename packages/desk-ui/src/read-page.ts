import type { Database } from 'stoa';

/** What a list is asked for: `first` rows, from 1 to 100, of a page from 1 on. */
export interface Listing {
  readonly search?: string | null | undefined;
  readonly first?: number | null | undefined;
  readonly page?: number | null | undefined;
}

interface List {
  readonly columns: string;
  /** With an alias, if the others have one: `product p`. */
  readonly table: string;
  readonly where: string;
  /** A column that `columns` has under the same name needs its table: `orders.number`. */
  readonly order: string;
  /** Of the parameters in these texts. */
  readonly values: readonly unknown[];
}

/**
 * A page of a list, and how many rows and pages there are. A page that is gone is the last one, since its rows may be
 * gone as well. The columns are read for this page alone. One query.
 */
export async function readPage<Row extends object>(
  database: Database,
  { columns, table, where, order, values }: List,
  { first, page }: Listing,
) {
  const size = Math.min(Math.max(first ?? 50, 1), 100);
  const [limit, at] = [1, 2].map((number) => `$${values.length + number}::integer`);
  const text = `
    with listed as (select count(*)::integer as total from ${table} where ${where})
    select ${columns}, (select total from listed) as "listTotal"
    from (
      select * from ${table} where ${where} order by ${order} limit ${limit}
      offset (select least(${at} - 1, greatest(total - 1, 0) / ${limit}) * ${limit} from listed)
    ) ${table.split(' ').at(-1)} order by ${order}`;
  const rows = await database.query<Row & { readonly listTotal: number }>(text, [
    ...values,
    size,
    Math.max(page ?? 1, 1),
  ]);
  const total = rows[0]?.listTotal ?? 0;
  return { total, pages: Math.max(1, Math.ceil(total / size)), rows };
}
