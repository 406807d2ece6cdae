import { type Context, type Database, isRowId, oneForEach, StoaError } from 'stoa';

/** A customer as GraphQL and REST return it. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly memberSince: string;
}

interface Credentials {
  readonly customer: Customer;
  readonly passwordHash: string;
}

export interface NewCustomer {
  readonly name: string;
  /** Normalised. */
  readonly email: string;
  readonly passwordHash: string;
}

/** Of a customer, in statements. */
export const columns = `
  customer_id::text as id, customer.name, customer.email, created_at as "memberSince"`;
const findText = `select ${columns} from customer where customer_id = $1::bigint`;
const credentialsText = `select ${columns}, password_hash as "passwordHash" from customer`;
const insertText = `
  insert into customer (name, email, password_hash) values ($1, $2, $3)
  on conflict (email) do nothing returning ${columns}`;

/**
 * The caller's own account, for each id that is the caller's; null for every other id. Customers are private: another
 * extension may name a customer by id, and a served extension answers `_entities`, but only the customer reads the
 * account. At most one query.
 */
export async function findOwnCustomers(
  { caller, database }: Pick<Context, 'caller' | 'database'>,
  ids: readonly string[],
): Promise<readonly (Customer | null)[]> {
  // The id in a token may be one that no customer has.
  const isOwn = caller.kind === 'user' && isRowId(caller.id) && ids.includes(caller.id);
  const rows = isOwn ? await database.query<Customer>(findText, [caller.id]) : [];
  return oneForEach(ids, rows, ({ id }) => id);
}

/** A customer, for those who may read the accounts of others. */
export async function findCustomer(database: Database, id: string): Promise<Customer | undefined> {
  const [customer] = isRowId(id) ? await database.query<Customer>(findText, [id]) : [];
  return customer;
}

/** Finds credentials by normalised address. */
export async function findCredentials(database: Database, email: string): Promise<Credentials | undefined> {
  return await credentialsWhere(database, 'email = $1', email);
}

/** The credentials of a caller; undefined for one who is no customer. */
export async function findCredentialsOf(database: Database, id: string): Promise<Credentials | undefined> {
  return isRowId(id) ? await credentialsWhere(database, 'customer_id = $1::bigint', id) : undefined;
}

async function credentialsWhere(
  database: Database,
  condition: 'email = $1' | 'customer_id = $1::bigint',
  value: string,
): Promise<Credentials | undefined> {
  const text = `${credentialsText} where ${condition}`;
  const [row] = await database.query<Customer & { passwordHash: string }>(text, [value]);
  if (row === undefined) return undefined;
  const { passwordHash, ...customer } = row;
  return { customer, passwordHash };
}

/** Undefined when the address already has an account. */
export async function insertCustomer(
  database: Database,
  { name, email, passwordHash }: NewCustomer,
): Promise<Customer | undefined> {
  const [customer] = await database.query<Customer>(insertText, [name, email, passwordHash]);
  return customer;
}

export function addressTaken(): StoaError {
  return new StoaError('CONFLICT', { text: 'register.taken' });
}
