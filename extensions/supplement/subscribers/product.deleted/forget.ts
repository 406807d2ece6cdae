import type { SubscriberOf } from '../../supplement.gen.ts';

/** The label goes with its product, in all languages. */
const forget: SubscriberOf<'product.deleted'> = async ({ payload }, { database }) => {
  await database.query('delete from supplement where product_id = $1', [payload.productId]);
};

export default forget;
