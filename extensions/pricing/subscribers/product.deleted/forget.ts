import type { SubscriberOf } from '../../pricing.gen.ts';

const listText = 'delete from list_price where sku = any($1::text[]) and since <= $2::timestamptz';
const pastText = 'delete from past_list_price where sku = any($1::text[]) and held_from <= $2::timestamptz';

/** Another product may have got the SKU since: prices from before are not its own, and those from then on stay. */
const forget: SubscriberOf<'product.deleted'> = async ({ payload, at }, { database }) => {
  await database.query(listText, [payload.skus, at]);
  // A trigger has kept here what the first statement deleted.
  await database.query(pastText, [payload.skus, at]);
};

export default forget;
