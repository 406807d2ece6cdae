import { StoaError } from 'stoa';
import type { Transaction } from '../customers.gen.ts';
import type { Customer } from './customer-store.ts';
import { removeLinks } from './link-store.ts';
import { hashPassword } from './password-hash.ts';
import { passwordError } from './registration-rules.ts';

const updateText = 'update customer set password_hash = $2 where customer_id = $1::bigint';

/** The hash of a new password of this customer. Throws BAD_USER_INPUT, with the field, for one that is too weak. */
export async function hashNewPassword(password: string, { name, email }: Customer): Promise<string> {
  const error = await passwordError(password, { name, email });
  if (error !== undefined) throw new StoaError('BAD_USER_INPUT', error, { fields: { newPassword: error } });
  return await hashPassword(password);
}

/** Stores the hash, ends all links that were sent before, and tells the customer by mail. */
export async function storePassword(transaction: Transaction, customer: Customer, passwordHash: string): Promise<void> {
  await transaction.query(updateText, [customer.id, passwordHash]);
  await removeLinks(transaction, customer.id);
  await transaction.record({ action: 'customer.password-changed', subject: `customer:${customer.id}` });
  await transaction.mail('account-changed', { to: customer.email, props: { name: customer.name, what: 'password' } });
}
