import type { Database } from 'stoa';

const listText = 'delete from list_price where sku = any($1::text[]) and since <= $2::timestamptz';
const pastText = 'delete from past_list_price where sku = any($1::text[]) and held_from <= $2::timestamptz';

/** Another product may have got the SKU since: prices from before are not its own, and those from then on stay. */
export async function forgetPrices(database: Database, skus: readonly string[], at: string): Promise<void> {
  await database.query(listText, [skus, at]);
  // A trigger has kept here what the first statement deleted.
  await database.query(pastText, [skus, at]);
}
