import type { SubscriberOf } from '../../orders.gen.ts';

/** Orders and invoices stay, as the law wants it. Nothing of them leads to the account that is gone. */
const unlink: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await database.query('update orders set customer_id = null, visitor = null where customer_id = $1', [
    payload.customerId,
  ]);
};

export default unlink;
