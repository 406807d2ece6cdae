import { type Database, StoaError } from 'stoa';
import { type Customer, findCredentials, findCredentialsOf } from './customer-store.ts';
import { isEmail, normaliseEmail } from './normalise-email.ts';
import { isPassword } from './password-hash.ts';

/**
 * Finds the customer with this address and password. An unknown address and a wrong password give the same error
 * after the same time.
 */
export async function identifyCustomer(
  database: Database,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Customer> {
  const address = normaliseEmail(email);
  const found = isEmail(address) ? await findCredentials(database, address) : undefined;
  const isRight = await isPassword(password, found?.passwordHash);
  if (found === undefined || !isRight) throw new StoaError('UNAUTHENTICATED', { text: 'signIn.wrong' });
  return found.customer;
}

/** The caller's own account, once the password is right. Throws BAD_USER_INPUT, with the field, for a wrong one. */
export async function confirmPassword(
  database: Database,
  { id, password }: { readonly id: string; readonly password: string | null | undefined },
): Promise<Customer> {
  const found = await findCredentialsOf(database, id);
  const isRight = await isPassword(password ?? '', found?.passwordHash);
  if (found !== undefined && isRight) return found.customer;
  const wrong = { text: 'password.wrong' };
  throw new StoaError('BAD_USER_INPUT', wrong, { fields: { password: wrong } });
}
