import type { Session, Transaction } from 'stoa';
import type { Context } from '../customers.gen.ts';
import { changeAndSignOut } from './change-and-sign-out.ts';
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
  const change = async (transaction: Transaction): Promise<boolean> => {
    const [erased] = await transaction.query(eraseText, [id]);
    if (erased === undefined) return false;
    await transaction.publish('customer.deleted', { customerId: id });
    await transaction.record({ action: 'customer.deleted', subject: `customer:${id}` });
    await transaction.mail('account-changed', { to: email, locale, props: { name, what: 'deleted' } });
    return true;
  };
  return await changeAndSignOut(database, session, { id, change });
}
