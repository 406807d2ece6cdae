import { type Database, StoaError } from 'stoa';
import type { Graph } from '../stock.gen.ts';
import { checkName } from './check-input.ts';

type Level = Graph['StockLevel'];

interface Count {
  readonly sku: string;
  readonly onHand: number;
  /** What was on hand when the form was opened: empty for a SKU that was not counted. Left out: whatever it was. */
  readonly seen?: string | null | undefined;
  readonly reason: string;
}

const lockText = `select sku, on_hand as "onHand", reserved from level where sku = $1 for update`;
// What is reserved is sold: the constraint of the table refuses a number below it, and the statement finds no row.
const setText = `
  insert into level (sku, on_hand) values ($1, $2)
  on conflict (sku) do update set on_hand = excluded.on_hand where level.reserved <= excluded.on_hand
  returning sku, on_hand as "onHand", reserved`;

/**
 * Counts a SKU, and writes down who did and why. The same count a second time changes nothing. Throws StoaError when
 * orders hold more than that, and when another number was seen than is there.
 */
export function countStock(database: Database, { sku, onHand, seen, reason }: Count): Promise<Level> {
  if (onHand < 0) throw new StoaError('BAD_USER_INPUT', { text: 'rules.onHand' });
  checkName(sku);
  const expected = seenOf(seen);
  return database.transaction(async (transaction) => {
    const [now] = await transaction.query<Level>(lockText, [sku]);
    if (now?.onHand === onHand) return now;
    const before = now?.onHand ?? null;
    if (expected !== undefined && expected !== before) refuseStale(before);
    const [level] = await transaction.query<Level>(setText, [sku, onHand]);
    if (level === undefined) refuseReserved(sku);
    const to = { onHand, reason };
    await transaction.record({ action: 'stock.counted', subject: `sku:${sku}`, from: { onHand: before }, to });
    return level;
  });
}

/** Null where nothing was counted, undefined where a program says nothing. */
function seenOf(text: string | null | undefined): number | null | undefined {
  if (text == null || text === '') return text === '' ? null : undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new StoaError('BAD_USER_INPUT', { text: 'desk.onHandWrong' });
}

function refuseStale(now: number | null): never {
  const field = { text: 'desk.now', values: { count: now ?? 0 } };
  throw new StoaError('CONFLICT', { text: 'desk.stale' }, { fields: { onHand: field } });
}

function refuseReserved(sku: string): never {
  const text = { text: 'rules.reserved', values: { sku } };
  throw new StoaError('CONFLICT', text, { fields: { onHand: text } });
}
