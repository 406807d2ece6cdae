import { type Database, isRowId, listForEach, StoaError } from 'stoa';

/** Where parcels go. */
export interface Address {
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

const mostAddresses = 20;

// Changes of one customer's addresses follow each other: a form that is sent twice finds what the first one added.
const lockText = 'select from customer where customer_id = $1::bigint for update';
const findText = `
  select address_id::text as id, name, street, postcode, city, country
  from customer_address where customer_id = $1::bigint order by address_id`;
const ofAllText = `
  select customer_id::text as "customerId", address_id::text as id, name, street, postcode, city, country
  from customer_address where customer_id = any($1::bigint[]) order by address_id`;
const insertText = `
  insert into customer_address (customer_id, name, street, postcode, city, country) values ($1, $2, $3, $4, $5, $6)`;
const updateText = `
  update customer_address set name = $2, street = $3, postcode = $4, city = $5, country = $6
  where customer_id = $1::bigint and address_id = $7::bigint`;
const removeText = 'delete from customer_address where customer_id = $1::bigint and address_id = $2::bigint';

type StoredAddress = Address & { readonly id: string };

export async function findAddresses(database: Database, customerId: string): Promise<readonly StoredAddress[]> {
  return isRowId(customerId) ? await database.query<StoredAddress>(findText, [customerId]) : [];
}

/** One list for each customer, in order. One query. */
export async function addressesOfCustomers(
  database: Database,
  customerIds: readonly string[],
): Promise<readonly (readonly StoredAddress[])[]> {
  const rows = await database.query<StoredAddress & { customerId: string }>(ofAllText, [[...new Set(customerIds)]]);
  return listForEach(customerIds, rows, ({ customerId }) => customerId);
}

/** Changes the address with this id, or adds one. Throws NOT_FOUND for what is not the customer's. */
export async function storeAddress(
  database: Database,
  { customerId, id, address }: { readonly customerId: string; readonly id: string | undefined; address: Address },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const found = isRowId(customerId) ? await transaction.query(lockText, [customerId]) : [];
    const known = await findAddresses(transaction, customerId);
    if (found.length === 0 || (id !== undefined && !known.some((one) => one.id === id)))
      throw new StoaError('NOT_FOUND', { text: 'address.none' });
    const { name, street, postcode, city, country } = address;
    const values = [customerId, name, street, postcode, city, country];
    if (id !== undefined) await transaction.query(updateText, [...values, id]);
    else if (known.some((one) => isSame(one, address))) return;
    else if (known.length < mostAddresses) await transaction.query(insertText, values);
    else throw new StoaError('CONFLICT', { text: 'address.most', values: { count: mostAddresses } });
  });
}

export async function deleteAddress(database: Database, customerId: string, id: string): Promise<void> {
  if (isRowId(customerId) && isRowId(id)) await database.query(removeText, [customerId, id]);
}

function isSame(one: Address, other: Address): boolean {
  const text = ({ name, street, postcode, city, country }: Address) =>
    [name, street, postcode, city, country].join('\n');
  return text(one) === text(other);
}
