import { searchText } from '@stoa/desk-ui';
import type { Database } from 'stoa';
import { type Customer, columns } from './customer-store.ts';

const condition = `($1::text is null or lower(name) like '%' || $1 || '%' or email like '%' || $1 || '%')`;
const countText = `select count(*)::integer as total from customer where ${condition}`;
const listText = `select ${columns} from customer where ${condition} order by customer_id desc limit $2 offset $3`;

interface Listing {
  readonly search?: string | null;
  readonly first?: number | null;
  readonly page?: number | null;
}

/** A page of the customers with this text in their name or address, the newest first. */
export async function listCustomers(database: Database, { search, first, page }: Listing) {
  const size = Math.min(Math.max(first ?? 50, 1), 100);
  const values = [searchText(search)?.normalize('NFC').toLowerCase() ?? null];
  const [count] = await database.query<{ total: number }>(countText, values);
  const total = count?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  const at = Math.min(Math.max(page ?? 1, 1), pages);
  return { total, pages, customers: await database.query<Customer>(listText, [...values, size, (at - 1) * size]) };
}
