import { absoluteUrl, type Database, StoaError } from 'stoa';
import type { Context } from '../customers.gen.ts';
import { type Customer, findCredentials, insertCustomer, type NewCustomer } from './customer-store.ts';
import { makeAccountLink } from './link-store.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import {
  checkRegistration,
  type Registration,
  type RegistrationErrors,
  type RegistrationInput,
} from './registration-rules.ts';
import { withNext } from './with-next.ts';

const taken = { text: 'register.taken' };

/**
 * Stores a new customer. The same address with the same password is a form that was sent twice: it gives the account
 * that is there. Throws StoaError with the errors of all fields.
 */
export async function registerCustomer(database: Database, input: RegistrationInput): Promise<Customer> {
  const { registration, errors } = await checkRegistration(input);
  const { email, password } = registration;
  if (Object.keys(errors).length > 0) {
    const isTaken = errors.email === undefined && (await findCredentials(database, email)) !== undefined;
    throw refusal(isTaken ? { ...errors, email: taken } : errors);
  }
  const customer = await insertCustomer(database, await hashed(registration));
  if (customer !== undefined) return customer;
  const found = await findCredentials(database, email);
  if (found !== undefined && (await isPassword(password, found.passwordHash))) return found.customer;
  throw new StoaError('CONFLICT', taken, { fields: { email: taken } });
}

/**
 * Sends a mail with the link that makes the account, or one that says that there is one. Neither the answer nor its
 * duration tells which. Throws StoaError with the errors of all fields.
 */
export async function mailRegistration(
  context: Context,
  { next, ...input }: RegistrationInput & { readonly next: string | undefined },
): Promise<void> {
  const { registration, errors } = await checkRegistration(input);
  if (Object.keys(errors).length > 0) throw refusal(errors);
  const key = await makeAccountLink(context.database, await hashed(registration));
  const addressOf = (path: string) => absoluteUrl(context, path);
  const props = {
    address: key === undefined ? null : addressOf(withNext(context.url('confirmAccount', { key }), next)),
    signIn: addressOf(withNext(context.url('signIn'), next)),
    forgot: addressOf(context.url('forgotPassword')),
  };
  await context.mail('registration', { to: registration.email, props });
}

async function hashed({ name, email, password }: Registration): Promise<NewCustomer> {
  return { name, email, passwordHash: await hashPassword(password) };
}

function refusal(errors: RegistrationErrors): StoaError {
  const [first = { text: 'account.correct' }] = Object.values(errors);
  return new StoaError('BAD_USER_INPUT', first, { fields: { ...errors } });
}
