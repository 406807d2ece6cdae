import type { Context } from '../orders.gen.ts';
import { digestOf } from './digest.ts';
import { findOrder, findVisibleOrder, type OrderRow } from './order-row.ts';

/** The order, for those who may see it: its customer, its browser, the key, and the shop's people. Null for others. */
export async function seeOrder(context: Context, id: string, key?: string | null): Promise<OrderRow | null> {
  const { caller, visitor, database } = context;
  if (caller.kind === 'user' && caller.permissions.includes('orders:write'))
    return (await findOrder(database, id)) ?? null;
  const customer = caller.kind === 'user' ? caller.id : null;
  const keyDigest = key ? digestOf(key) : null;
  return (await findVisibleOrder(database, id, { customer, visitor, keyDigest })) ?? null;
}
