import type { SubscriberOf } from '../../notes.gen.ts';

/** Notes about the customer go. Those that the customer has written, as one of the staff, stay without the name. */
const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await database.query('delete from note where subject = $1', [`customer:${payload.customerId}`]);
  await database.query('update note set author = null, author_id = null where author_id = $1', [payload.customerId]);
};

export default forget;
