import type { Database } from 'stoa';
import { CustomerRefusal } from './customer-refusal.ts';
import { type Customer, findCredentials, insertCustomer } from './customer-store.ts';
import { normaliseEmail } from './normalise-email.ts';
import { hashPassword, isPassword } from './password-hash.ts';

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Stores a new customer. route.json has checked lengths and forms, all at once. Who registers again with the same password
 * has sent the form twice, and gets the account that is there. Throws {@link CustomerRefusal}.
 */
export async function registerCustomer(database: Database, { name, email, password }: Registration): Promise<Customer> {
  const address = normaliseEmail(email);
  const passwordHash = await hashPassword(password);
  const customer = await insertCustomer(database, { name: name.trim(), email: address, passwordHash });
  if (customer !== undefined) return customer;
  const found = await findCredentials(database, address);
  if (found !== undefined && (await isPassword(password, found.passwordHash))) return found.customer;
  throw refusal(409, 'email', 'There is already an account with this e-mail address. Sign in instead.');
}

function refusal(status: number, field: string, message: string): CustomerRefusal {
  return new CustomerRefusal(status, message, { fields: { [field]: message } });
}
