import type { Database } from 'stoa';
import { CustomerRefusal } from './customer-refusal.ts';
import { type Customer, insertCustomer } from './customer-store.ts';
import { isEmail, normaliseEmail } from './normalise-email.ts';
import { hashPassword } from './password-hash.ts';

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Stores a new customer. route.json has checked the lengths. Throws {@link CustomerRefusal}. */
export async function registerCustomer(database: Database, { name, email, password }: Registration): Promise<Customer> {
  const address = normaliseEmail(email);
  if (!isEmail(address)) throw refusal(400, 'email', 'Email is not an address that mail could be sent to.');
  if (/\p{Cc}/u.test(name)) throw refusal(400, 'name', 'Name must not contain control characters.');
  const passwordHash = await hashPassword(password);
  const customer = await insertCustomer(database, { name: name.trim(), email: address, passwordHash });
  if (customer === undefined)
    throw refusal(409, 'email', 'This e-mail address has an account already. Sign in instead.');
  return customer;
}

function refusal(status: number, field: string, message: string): CustomerRefusal {
  return new CustomerRefusal(status, message, { fields: { [field]: message } });
}
