import type { Database } from 'stoa';
import { listAddresses, relatedCount } from './product-store.ts';

const forgetText = 'delete from related_product where product_id = any($1::bigint[])';
const relateText = `
  insert into related_product (product_id, place, related_id)
  select of_product, place, product_id from related_products($1, $2)`;

/** Finds what some products are related to. Returns the last one's id, and undefined when none came after the given one. */
export async function relateSome(database: Database, after: string): Promise<string | undefined> {
  const ids = (await listAddresses(database, 200, after)).map(({ id }) => id);
  await database.transaction(async (transaction) => {
    await transaction.query(forgetText, [ids]);
    await transaction.query(relateText, [ids, relatedCount]);
  });
  return ids.at(-1);
}
