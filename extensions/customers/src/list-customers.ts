import { type Listing, readPage, searchText } from '@stoa/desk-ui';
import type { Database } from 'stoa';
import { type Customer, columns } from './customer-store.ts';

const where = `($1::text is null or lower(name) like '%' || $1 || '%' or email like '%' || $1 || '%')`;

/** A page of the customers with this text in their name or address, the newest first. */
export async function listCustomers(database: Database, { search, ...listing }: Listing) {
  const values = [searchText(search)?.normalize('NFC').toLowerCase() ?? null];
  const list = { columns, table: 'customer', where, order: 'customer_id desc', values };
  const { rows: customers, ...counts } = await readPage<Customer>(database, list, listing);
  return { ...counts, customers };
}
