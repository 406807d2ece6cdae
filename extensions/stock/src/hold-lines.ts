import type { Database } from 'stoa';
import type { StockLine } from './change-levels.ts';

interface HoldLine extends StockLine {
  readonly counted: boolean;
  readonly returned: number;
}

const insertText = `
  insert into hold_line (order_id, sku, quantity, counted)
  select $1, sku, quantity, sku = any($4::text[]) from unnest($2::text[], $3::integer[]) as line (sku, quantity)`;
const listText = 'select sku, quantity, counted, returned from hold_line where order_id = $1 order by sku';
const lockCountedText = `
  select sku, quantity from hold_line join level using (sku) where order_id = $1 and counted
  order by sku for update of level`;
const countText = 'update hold_line set counted = sku = any($2::text[]) where order_id = $1';
const returnText = `
  update hold_line set returned = hold_line.returned + line.quantity
  from unnest($2::text[], $3::integer[]) as line (sku, quantity)
  where order_id = $1 and hold_line.sku = line.sku`;

/** Writes the lines of an order, and which of them have changed a level. */
export async function insertLines(
  transaction: Database,
  order: string,
  { lines, counted }: { lines: readonly StockLine[]; counted: readonly StockLine[] },
): Promise<void> {
  const values = [order, skusOf(lines), lines.map(({ quantity }) => quantity), skusOf(counted)];
  await transaction.query(insertText, values);
}

export async function listLines(transaction: Database, order: string): Promise<readonly HoldLine[]> {
  return await transaction.query<HoldLine>(listText, [order]);
}

/** The lines that have changed a level, with these levels locked: in one order, as `lockLevels` does. */
export async function lockCounted(transaction: Database, order: string): Promise<readonly StockLine[]> {
  return await transaction.query<StockLine>(lockCountedText, [order]);
}

/** Writes anew which lines have changed a level. */
export async function markCounted(transaction: Database, order: string, counted: readonly StockLine[]): Promise<void> {
  await transaction.query(countText, [order, skusOf(counted)]);
}

/** Notes pieces as returned. */
export async function noteReturned(transaction: Database, order: string, lines: readonly StockLine[]): Promise<void> {
  await transaction.query(returnText, [order, skusOf(lines), lines.map(({ quantity }) => quantity)]);
}

function skusOf(lines: readonly StockLine[]): readonly string[] {
  return lines.map(({ sku }) => sku);
}
