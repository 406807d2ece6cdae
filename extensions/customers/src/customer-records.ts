import type { Database } from 'stoa';
import { findAddresses } from './address-store.ts';
import { findCustomer } from './customer-store.ts';

/** This extension's part of what the shop knows of a customer: nothing where there is none with this id. */
export async function customerRecords(
  database: Database,
  customer: string,
): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  const account = await findCustomer(database, customer);
  if (account === undefined) return [];
  const known = { account, addresses: await findAddresses(database, customer) };
  return Object.entries(known).map(([topic, value]) => ({ topic, json: JSON.stringify(value) }));
}
