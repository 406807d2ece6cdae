import type { Database } from 'stoa';

/** Pieces of one SKU. */
export interface StockLine {
  readonly sku: string;
  readonly quantity: number;
}

interface Level {
  readonly sku: string;
  readonly free: number;
}

// PostgreSQL sorts before it locks. So two orders of the same SKUs wait for each other in one order, and never in a circle.
const lockText = `
  select sku, on_hand - reserved as free from level where sku = any($1::text[]) order by sku for update`;
const changeText = `
  update level set on_hand = level.on_hand + change.on_hand, reserved = level.reserved + change.reserved
  from unnest($1::text[], $2::integer[], $3::integer[]) as change (sku, on_hand, reserved) where level.sku = change.sku`;

/** Locks the levels of the lines, and says which are counted and of which there is too little. */
export async function lockLevels(
  transaction: Database,
  lines: readonly StockLine[],
): Promise<{ readonly counted: readonly StockLine[]; readonly missing: readonly string[] }> {
  const rows = await transaction.query<Level>(lockText, [lines.map(({ sku }) => sku)]);
  const free = new Map(rows.map((row) => [row.sku, row.free]));
  const missing = lines.filter(({ sku, quantity }) => quantity > (free.get(sku) ?? quantity)).map(({ sku }) => sku);
  return { counted: lines.filter(({ sku }) => free.has(sku)), missing };
}

/** Changes levels that are locked: by how much each piece of a line changes what is on hand, and what is reserved. */
export async function changeLevels(
  transaction: Database,
  lines: readonly StockLine[],
  { onHand = 0, reserved = 0 }: { onHand?: -1 | 0 | 1; reserved?: -1 | 0 | 1 },
): Promise<void> {
  if (lines.length === 0) return;
  await transaction.query(changeText, [
    lines.map(({ sku }) => sku),
    lines.map(({ quantity }) => quantity * onHand),
    lines.map(({ quantity }) => quantity * reserved),
  ]);
}
