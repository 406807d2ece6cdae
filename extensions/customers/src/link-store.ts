import { createHash, randomBytes } from 'node:crypto';
import { type Database, StoaError } from 'stoa';
import { type Customer, columns, type NewCustomer } from './customer-store.ts';
import { isPassword } from './password-hash.ts';

/** Of a customer's link. */
type LinkPurpose = 'reset-password' | 'change-email' | 'sign-in' | 'sign-in-step';

interface Link {
  readonly customer: Customer;
  /** The address that it confirms. */
  readonly newEmail: string | null;
  /** The steps of a sign-in that are done. */
  readonly passed: readonly string[];
}

const goodMinutes = { 'reset-password': 60, 'change-email': 60, 'sign-in': 15, 'sign-in-step': 10 } as const;

// One statement whether there is an account or not, so that the duration does not tell.
const insertText = `
  insert into customer_link (key_digest, purpose, customer_id, email, expires_at)
  select $1, $2, customer_id, $3::text, now() + make_interval(mins => $5) from customer where email = $4
  returning purpose`;
const insertNewText = `
  insert into customer_link (key_digest, purpose, name, email, password_hash, expires_at)
  select $1, 'register', $2::text, $3::text, $4::text, now() + interval '1 hour'
  where not exists (select from customer where email = $3) returning purpose`;
const findText = `
  select ${columns}, link.email as "newEmail", steps_passed as passed
  from customer_link link join customer using (customer_id)
  where key_digest = $1 and purpose = $2 and expires_at > now()`;
const takeText = `
  delete from customer_link where key_digest = $1 and purpose = $2 and expires_at > now() returning purpose`;
const findAccountText = `
  select name, email, password_hash as "passwordHash" from customer_link
  where key_digest = $1 and purpose = 'register' and expires_at > now()`;
const passText = `
  update customer_link set steps_passed = array_append(steps_passed, $2)
  where key_digest = $1 and purpose = 'sign-in-step'`;
const removeText = 'delete from customer_link where customer_id = $1::bigint';

/** The key of a new link for the account with this address; undefined when there is none. */
export async function makeLink(
  database: Database,
  { purpose, email, newEmail = null }: { purpose: LinkPurpose; email: string; newEmail?: string | null },
): Promise<string | undefined> {
  const key = newKey();
  const values = [digestOf(key), purpose, newEmail, email, goodMinutes[purpose]];
  return (await database.query(insertText, values)).length === 0 ? undefined : key;
}

/** The key of a new link that makes an account; undefined when the address has one. */
export async function makeAccountLink(
  database: Database,
  { name, email, passwordHash }: NewCustomer,
): Promise<string | undefined> {
  const key = newKey();
  const values = [digestOf(key), name, email, passwordHash];
  return (await database.query(insertNewText, values)).length === 0 ? undefined : key;
}

/** The link, as long as it is good. Undefined for any other. */
export async function findLink(database: Database, purpose: LinkPurpose, key: string): Promise<Link | undefined> {
  const [row] = await database.query<Customer & Omit<Link, 'customer'>>(findText, [digestOf(key), purpose]);
  if (row === undefined) return undefined;
  const { newEmail, passed, ...customer } = row;
  return { customer, newEmail, passed };
}

/** The same. Throws BAD_USER_INPUT for a link that is not good. */
export async function requireLink(database: Database, purpose: LinkPurpose, key: string): Promise<Link> {
  const link = await findLink(database, purpose, key);
  if (link === undefined) throw linkOver();
  return link;
}

/** Uses a link up: a second request does not find it. Throws BAD_USER_INPUT when it is not good any more. */
export async function takeLink(database: Database, purpose: LinkPurpose | 'register', key: string): Promise<void> {
  const taken = await database.query(takeText, [digestOf(key), purpose]);
  if (taken.length === 0) throw linkOver();
}

/**
 * The account that a link makes. It asks for the password as well: only the person who registered knows it, and only the
 * owner of the address has the link. Throws BAD_USER_INPUT.
 */
export async function findAccountLink(
  database: Database,
  { key, password }: { readonly key: string; readonly password: string },
): Promise<NewCustomer> {
  const [account] = await database.query<NewCustomer>(findAccountText, [digestOf(key)]);
  if (account === undefined) throw linkOver();
  if (await isPassword(password, account.passwordHash)) return account;
  const wrong = { text: 'register.otherPassword' };
  throw new StoaError('BAD_USER_INPUT', wrong, { fields: { password: wrong } });
}

/** Notes that a step of the sign-in that waits is done. */
export async function passLinkStep(database: Database, key: string, step: string): Promise<void> {
  await database.query(passText, [digestOf(key), step]);
}

/** Ends all links of a customer, when the address or the password has changed. */
export async function removeLinks(transaction: Database, customerId: string): Promise<void> {
  await transaction.query(removeText, [customerId]);
}

export function linkOver(): StoaError {
  return new StoaError('BAD_USER_INPUT', { text: 'link.over' });
}

function newKey(): string {
  return randomBytes(24).toString('base64url');
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
