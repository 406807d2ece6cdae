import { type Context, type Database, isRowId, oneForEach } from 'stoa';

/** A customer as GraphQL and REST return it. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly memberSince: string;
}

export interface Credentials {
  readonly customer: Customer;
  readonly passwordHash: string;
}

/** Of a customer, in statements. */
export const columns = `
  customer_id::text as id, name, customer.email, created_at as "memberSince"`;
const findText = `select ${columns} from customer where customer_id = $1::bigint`;
const credentialsText = `select ${columns}, password_hash as "passwordHash" from customer where email = $1`;
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

/** Finds credentials by normalised address. */
export async function findCredentials(database: Database, email: string): Promise<Credentials | undefined> {
  const [row] = await database.query<Customer & { passwordHash: string }>(credentialsText, [email]);
  if (row === undefined) return undefined;
  const { passwordHash, ...customer } = row;
  return { customer, passwordHash };
}

/** Undefined when the address already has an account. */
export async function insertCustomer(
  database: Database,
  { name, email, passwordHash }: { readonly name: string; readonly email: string; readonly passwordHash: string },
): Promise<Customer | undefined> {
  const [customer] = await database.query<Customer>(insertText, [name, email, passwordHash]);
  return customer;
}
