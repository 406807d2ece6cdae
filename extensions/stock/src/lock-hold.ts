import type { Database } from 'stoa';

/** What an order has of the stock. */
export interface StockHold {
  readonly order: string;
  readonly state: 'HELD' | 'OUT' | 'RELEASED' | 'COMMITTED';
  readonly missing: readonly string[];
}

const columns = 'order_id as "order", state, missing';
const insertText = `
  insert into hold (order_id, state, expires_at) values ($1, $2, $3)
  on conflict (order_id) do nothing returning ${columns}`;
const lockText = `select ${columns} from hold where order_id = $1 for update`;
const endText = `update hold set state = $2, missing = $3 where order_id = $1 returning ${columns}`;
const expiredText = `
  select ${columns} from hold where state = 'HELD' and expires_at <= now()
  order by expires_at limit 1 for update skip locked`;

/** Makes the row of an order. Undefined when there is one: a call for the same order that comes meanwhile waits here. */
export async function insertHold(
  transaction: Database,
  { order, state, until }: { order: string; state: StockHold['state']; until?: Date },
): Promise<StockHold | undefined> {
  const [row] = await transaction.query<StockHold>(insertText, [order, state, until?.toISOString() ?? null]);
  return row;
}

/** Until the transaction ends, other calls for the order wait. Always before the levels are locked. */
export async function lockHold(transaction: Database, order: string): Promise<StockHold | undefined> {
  const [row] = await transaction.query<StockHold>(lockText, [order]);
  return row;
}

/** The hold that is over for longest, locked; one that another process ends at the moment is left to it. */
export async function lockExpired(transaction: Database): Promise<StockHold | undefined> {
  const [row] = await transaction.query<StockHold>(expiredText);
  return row;
}

export async function setState(
  transaction: Database,
  order: string,
  { state, missing = [] }: { state: StockHold['state']; missing?: readonly string[] },
): Promise<StockHold> {
  const [row] = await transaction.query<StockHold>(endText, [order, state, missing]);
  if (row === undefined) throw new Error('update of hold returned no row');
  return row;
}
