import { type Database, isRowId, listForEach, StoaError } from 'stoa';

/** Where parcels go. Null and empty texts stand for what was left out. */
export interface Address {
  readonly name: string;
  readonly addition: string | null;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly region: string | null;
  readonly phone: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

type StoredAddress = Address & { readonly id: string };

const mostAddresses = 20;

// Changes of one customer's addresses follow each other: a form that is sent twice finds what the first one added.
const lockText = 'select from customer where customer_id = $1::bigint for update';
const columns = 'name, addition, street, postcode, city, region, phone, country';
const findText = `
  select address_id::text as id, ${columns} from customer_address where customer_id = $1::bigint order by address_id`;
const ofAllText = `
  select customer_id::text as "customerId", address_id::text as id, ${columns}
  from customer_address where customer_id = any($1::bigint[]) order by address_id`;
const insertText = `
  insert into customer_address (customer_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const updateText = `
  update customer_address set (${columns}) = ($2, $3, $4, $5, $6, $7, $8, $9)
  where customer_id = $1::bigint and address_id = $10::bigint`;
const removeText = 'delete from customer_address where customer_id = $1::bigint and address_id = $2::bigint';

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
    const row = [customerId, ...valuesOf(address)];
    if (id !== undefined) await transaction.query(updateText, [...row, id]);
    else if (known.some((one) => isSame(one, address))) return;
    else if (known.length < mostAddresses) await transaction.query(insertText, row);
    else throw new StoaError('CONFLICT', { text: 'address.most', values: { count: mostAddresses } });
  });
}

export async function deleteAddress(database: Database, customerId: string, id: string): Promise<void> {
  if (isRowId(customerId) && isRowId(id)) await database.query(removeText, [customerId, id]);
}

function isSame(one: Address, other: Address): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}

/** Of the columns, in order. */
function valuesOf({ name, addition, street, postcode, city, region, phone, country }: Address) {
  return [name, addition || null, street, postcode, city, region || null, phone || null, country];
}
