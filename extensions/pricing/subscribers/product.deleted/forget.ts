import type { SubscriberOf } from '../../pricing.gen.ts';
import { forgetPrices } from '../../src/forget-prices.ts';

const forget: SubscriberOf<'product.deleted'> = async ({ payload, at }, { database }) => {
  await forgetPrices(database, payload.skus, at);
};

export default forget;
