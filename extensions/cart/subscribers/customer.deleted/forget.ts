import type { SubscriberOf } from '../../cart.gen.ts';

const removeText = 'delete from cart where (customer = $1 or staff = $1) and order_id is null';
// A closed cart stays for its order, and leads to no one.
const unlinkText =
  "update cart set customer = null, staff = null, draft_key = null, visitor = 'deleted' where customer = $1 or staff = $1";

/** Nothing is left of what the customer was about to buy. */
const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await database.query(removeText, [payload.customerId]);
  await database.query(unlinkText, [payload.customerId]);
};

export default forget;
