import { type Database, StoaError } from 'stoa';
import { type Customer, findCredentials, insertCustomer } from './customer-store.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { checkRegistration, type RegistrationErrors, type RegistrationInput } from './registration-rules.ts';

const taken = { text: 'register.taken' };

/**
 * Stores a new customer. The same address with the same password is a form that was sent twice: it gives the account
 * that is there. Throws StoaError with the errors of all fields.
 */
export async function registerCustomer(database: Database, input: RegistrationInput): Promise<Customer> {
  const { registration, errors } = await checkRegistration(input);
  if (Object.keys(errors).length > 0) throw await refusal(database, registration.email, errors);
  const { name, email, password } = registration;
  const customer = await insertCustomer(database, { name, email, passwordHash: await hashPassword(password) });
  if (customer !== undefined) return customer;
  const found = await findCredentials(database, email);
  if (found !== undefined && (await isPassword(password, found.passwordHash))) return found.customer;
  throw new StoaError('CONFLICT', taken, { fields: { email: taken } });
}

/** Other errors than a taken address, with that one too: the shopper corrects all of them at once. */
async function refusal(database: Database, email: string, errors: RegistrationErrors): Promise<StoaError> {
  const isTaken = errors.email === undefined && (await findCredentials(database, email)) !== undefined;
  const fields = isTaken ? { ...errors, email: taken } : { ...errors };
  const [first = taken] = Object.values(fields);
  return new StoaError('BAD_USER_INPUT', first, { fields });
}
