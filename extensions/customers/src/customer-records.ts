import type { Context } from '../customers.gen.ts';
import { findAddresses } from './address-store.ts';
import { findOwnCustomers } from './customer-store.ts';

/** This extension's part of what the shop knows of the caller. */
export async function customerRecords({
  caller,
  database,
}: Context): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  if (caller.kind !== 'user') return [];
  const [account = null] = await findOwnCustomers({ caller, database }, [caller.id]);
  const known = { account, addresses: await findAddresses(database, caller.id) };
  return Object.entries(known).map(([topic, value]) => ({ topic, json: JSON.stringify(value) }));
}
