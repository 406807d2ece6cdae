import type { Database } from 'stoa';

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

const columns = `
  customer_id::text as id, name, email,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "memberSince"`;
const findText = `select ${columns} from customer where customer_id = $1::bigint`;
const credentialsText = `select ${columns}, password_hash as "passwordHash" from customer where email = $1`;
const insertText = `
  insert into customer (name, email, password_hash) values ($1, $2, $3)
  on conflict (email) do nothing returning ${columns}`;

// At most 18 digits, so every match is a bigint. A token may name a caller who is not a customer.
const idPattern = /^[1-9][0-9]{0,17}$/;

export async function findCustomer(database: Database, id: string): Promise<Customer | null> {
  if (!idPattern.test(id)) return null;
  const [customer] = await database.query<Customer>(findText, [id]);
  return customer ?? null;
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
