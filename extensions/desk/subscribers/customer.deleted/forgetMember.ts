import type { SubscriberOf } from '../../desk.gen.ts';
import { forgetMember } from '../../src/member-store.ts';
import { forgetViews } from '../../src/view-store.ts';

/** The sessions of the customer have ended with the account. */
const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await database.transaction(async (transaction) => {
    await forgetMember(transaction, payload.customerId);
    await forgetViews(transaction, payload.customerId);
  });
};

export default forget;
