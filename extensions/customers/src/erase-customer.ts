import type { Session } from 'stoa';
import type { Context } from '../customers.gen.ts';
import type { Customer } from './customer-store.ts';

const eraseText = 'delete from customer where customer_id = $1::bigint returning customer_id';

/**
 * Deletes the account, tells the customer by mail, and ends all sessions. Other extensions forget the customer when they
 * get the event. False where there is no such account any more. `locale` is that of the mail.
 */
export async function eraseCustomer(
  { database, shop }: Pick<Context, 'database' | 'shop'>,
  session: Pick<Session, 'signOutUser'>,
  { id, name, email }: Customer,
  locale = shop.locale,
): Promise<boolean> {
  const isErased = await database.transaction(async (transaction) => {
    const [erased] = await transaction.query(eraseText, [id]);
    if (erased === undefined) return false;
    await transaction.publish('customer.deleted', { customerId: id });
    await transaction.record({ action: 'customer.deleted', subject: `customer:${id}` });
    await transaction.mail('account-changed', { to: email, locale, props: { name, what: 'deleted' } });
    // A failure takes the change back, so that a second try ends them. The call below ends those that began meanwhile.
    await session.signOutUser(id);
    return true;
  });
  await session.signOutUser(id);
  return isErased;
}
