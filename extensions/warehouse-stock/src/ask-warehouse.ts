import { oneForEach, StoaError } from 'stoa';
import type { Graph } from '../warehouse-stock.gen.ts';
import { checkLines, checkName, checkTime, type StockLine } from './check-input.ts';

/** Asks a root field of `.meshrc.yaml`. Rejects when the warehouse is away, late, or answers against warehouse.json. */
export type Ask = <Answer>(field: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>;

interface Held {
  readonly order: string;
  readonly state: Graph['StockState'] | 'UNKNOWN';
  readonly missing: readonly string[];
}
interface Level {
  readonly sku: string;
  readonly onHand: number;
  readonly reserved: number;
}

/** Holds all lines or none. What is answered first for an order is answered ever after. */
export async function holdStock(
  ask: Ask,
  input: { readonly order: string; readonly lines: readonly StockLine[]; readonly until: string },
): Promise<Graph['StockHold']> {
  const order = checkName(input.order);
  const lines = checkLines(input.lines);
  const until = checkTime(input.until).toISOString();
  return checkHeld(await ask<Held | null>('warehouseHold', { input: { order, lines, until } }), order);
}

/** Sells what is held. */
export async function commitStock(ask: Ask, order: string): Promise<Graph['StockHold']> {
  return checkHeld(await ask<Held | null>('warehouseCommit', { input: { order } }), order);
}

/** Gives back what is held, or refuses the hold that comes later; for good, also the commit. */
export async function releaseStock(
  ask: Ask,
  { order: input, forGood }: { readonly order: string; readonly forGood: boolean },
): Promise<Graph['StockHold']> {
  const order = checkName(input);
  return checkHeld(await ask<Held | null>('warehouseRelease', { input: { order, forGood } }), order);
}

/** Puts sold pieces back, once for each key. */
export async function returnStock(
  ask: Ask,
  input: { readonly order: string; readonly key: string; readonly lines: readonly StockLine[] },
): Promise<boolean> {
  const order = checkName(input.order);
  const key = checkName(input.key);
  const lines = checkLines(input.lines);
  type Returned = { readonly order: string; readonly key: string; readonly accepted: boolean };
  const returned = await ask<Returned | null>('warehouseReturn', { input: { order, key, lines } });
  if (returned?.order !== order || returned.key !== key) throw wrong('return', `${order} ${key}`);
  return returned.accepted;
}

/** Counts a SKU. Throws StoaError when orders hold more than that. */
export async function setLevel(
  ask: Ask,
  { sku, onHand }: { readonly sku: string; readonly onHand: number },
): Promise<Graph['StockLevel']> {
  if (onHand < 0) throw new StoaError('BAD_USER_INPUT', { text: 'rules.onHand' });
  const input = { sku: checkName(sku), onHand };
  const counted = await ask<(Level & { readonly accepted: boolean }) | null>('warehouseCount', { input });
  if (counted?.sku !== sku) throw wrong('count', sku);
  if (!counted.accepted) throw new StoaError('CONFLICT', { text: 'rules.reserved', values: { sku } });
  return counted;
}

/** Pieces that can be bought, for each SKU in order; null for one that is not counted. One request. */
export async function availableOf(ask: Ask, skus: readonly string[]): Promise<readonly (number | null)[]> {
  const levels = await ask<readonly Level[] | null>('warehouseLevels', { skus: [...new Set(skus)] });
  if (levels === null) throw wrong('levels', skus.join(' '));
  return oneForEach(skus, levels, ({ sku }) => sku).map((level) => (level === null ? null : freeOf(level)));
}

function freeOf({ sku, onHand, reserved }: Level): number {
  if (reserved < 0 || reserved > onHand) throw wrong('level', sku);
  return onHand - reserved;
}

/** An answer about another order would sell what is not held. */
function checkHeld(held: Held | null, order: string): Graph['StockHold'] {
  if (held?.order !== order) throw wrong('hold', order);
  const { state, missing } = held;
  if (state === 'UNKNOWN') throw new StoaError('NOT_FOUND', { text: 'rules.noHold', values: { order } });
  if (state !== 'OUT' && missing.length > 0) throw wrong('hold', order);
  return { order, state, missing };
}

function wrong(what: string, of: string): Error {
  return new Error(`the warehouse's answer is about another ${what} than ${of}, or contradicts itself`);
}
