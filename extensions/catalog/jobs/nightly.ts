import type { Database } from 'stoa';
import type { JobOf } from '../catalog.gen.ts';
import { forgetEvents } from '../src/count-rating.ts';
import { listAddresses, relatedCount } from '../src/product-store.ts';

const forgetText = 'delete from related_product where product_id = any($1::bigint[])';
const relateText = `
  insert into related_product (product_id, place, related_id)
  select of_product, place, product_id from related_products($1, $2)`;

/** Finds related products anew, and deletes what is no longer needed. */
const nightly: JobOf<'nightly'> = async (_input, { database, signal }) => {
  for (let after: string | undefined = '0'; after !== undefined; after = await relateSome(database, after))
    signal.throwIfAborted();
  await forgetEvents(database);
};

/** Answers the last product's id, and undefined when none came after the given one. */
async function relateSome(database: Database, after: string): Promise<string | undefined> {
  const ids = (await listAddresses(database, 200, after)).map(({ id }) => id);
  await database.transaction(async (transaction) => {
    await transaction.query(forgetText, [ids]);
    await transaction.query(relateText, [ids, relatedCount]);
  });
  return ids.at(-1);
}

export default nightly;
