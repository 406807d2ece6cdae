import type { SubscriberOf } from '../../stock.gen.ts';

const removeText = 'delete from stock_request where sku = any($1::text[]) and created_at <= $2::timestamptz';

/** Requests for what is no longer sold go. A count stays: the goods are still there, and orders may hold some. */
const forget: SubscriberOf<'product.deleted'> = async ({ payload, at }, { database }) => {
  await database.query(removeText, [payload.skus, at]);
};

export default forget;
