import type { SubscriberOf } from '../../pricing.gen.ts';
import { forgetPrices } from '../../src/forget-prices.ts';

const forget: SubscriberOf<'variant.removed'> = async ({ payload, at }, { database }) => {
  await forgetPrices(database, [payload.sku], at);
};

export default forget;
