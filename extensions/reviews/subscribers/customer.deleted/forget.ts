import type { SubscriberOf } from '../../reviews.gen.ts';
import { forgetCustomer } from '../../src/customer-data.ts';

const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database, shop, text }) => {
  await forgetCustomer(database, payload.customerId, text(shop.locale)('review.anonymous'));
};

export default forget;
