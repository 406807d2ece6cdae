import type { Database } from 'stoa';
import { changeLevels, lockLevels, type StockLine } from './change-levels.ts';
import { checkLines, checkName } from './check-input.ts';
import { listLines, noteReturned } from './hold-lines.ts';
import { lockHold } from './lock-hold.ts';

const findText = 'select accepted from return_note where order_id = $1 and key = $2';
const insertText = 'insert into return_note (order_id, key, accepted) values ($1, $2, $3)';

/** Puts sold pieces back, once for each key. False, and nothing is changed, where the order has not bought so many. */
export async function returnStock(
  database: Database,
  input: { readonly order: string; readonly key: string; readonly lines: readonly StockLine[] },
): Promise<boolean> {
  const order = checkName(input.order);
  const key = checkName(input.key);
  const lines = checkLines(input.lines);
  return await database.transaction(async (transaction) => {
    // The lock of the hold keeps others with the same key waiting. Without a hold, nothing has been sold.
    const hold = await lockHold(transaction, order);
    if (hold === undefined) return false;
    const [note] = await transaction.query<{ accepted: boolean }>(findText, [order, key]);
    if (note !== undefined) return note.accepted;
    const accepted = hold.state === 'COMMITTED' && (await takeBack(transaction, order, lines));
    await transaction.query(insertText, [order, key, accepted]);
    return accepted;
  });
}

/** The hold is locked, so nothing else returns pieces of this order meanwhile. */
async function takeBack(transaction: Database, order: string, lines: readonly StockLine[]): Promise<boolean> {
  const bought = new Map((await listLines(transaction, order)).map((line) => [line.sku, line]));
  const isBought = ({ sku, quantity }: StockLine) => {
    const line = bought.get(sku);
    return line !== undefined && line.returned + quantity <= line.quantity;
  };
  if (!lines.every(isBought)) return false;
  const counted = lines.filter(({ sku }) => bought.get(sku)?.counted);
  await lockLevels(transaction, counted);
  await noteReturned(transaction, order, lines);
  await changeLevels(transaction, counted, { onHand: 1 });
  return true;
}
