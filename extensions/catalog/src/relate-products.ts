import type { Database } from 'stoa';
import { isShown } from './product-statement.ts';
import { relatedCount } from './product-store.ts';

const forgetText = 'delete from related_product where product_id = any($1::bigint[])';
// The other job may have found them in the meantime.
const relateText = `
  insert into related_product (product_id, place, related_id)
  select of_product, place, product_id from related_products($1, ${relatedCount}) on conflict do nothing`;
const unrelatedText = `
  select product_id::text as id from product where ${isShown} and product_id > $2::bigint
    and not exists (select from related_product r where r.product_id = product.product_id)
  order by product_id limit $1`;

/** Products for which nothing is kept, the first so many after the given one. */
export function listUnrelated(
  database: Database,
  limit: number,
  after: string,
): Promise<readonly { readonly id: string }[]> {
  return database.query(unrelatedText, [limit, after]);
}

/** Finds anew what is related to the products of a list, a batch at a time, and keeps it. */
export async function relateAll(
  { database, signal }: { readonly database: Database; readonly signal: AbortSignal },
  list: typeof listUnrelated,
): Promise<void> {
  for (let after = '0'; ; ) {
    signal.throwIfAborted();
    const ids = (await list(database, 200, after)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await database.transaction(async (transaction) => {
      await transaction.query(forgetText, [ids]);
      await transaction.query(relateText, [ids]);
    });
    after = last;
  }
}
