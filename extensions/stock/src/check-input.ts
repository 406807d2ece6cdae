import { StoaError } from 'stoa';
import type { StockLine } from './change-levels.ts';

const longestName = 100;
const mostPieces = 100_000;

/** An id of an order, a key or a SKU. Throws StoaError. */
export function checkName(name: string): string {
  const length = [...name].length;
  if (length >= 1 && length <= longestName) return name;
  throw new StoaError('BAD_USER_INPUT', { text: 'rules.name', values: { most: longestName } });
}

/** At least one line, and one for each SKU. Throws StoaError. */
export function checkLines(lines: readonly StockLine[]): readonly StockLine[] {
  const pieces = new Map<string, number>();
  for (const { sku, quantity } of lines) {
    const sum = (pieces.get(checkName(sku)) ?? 0) + quantity;
    if (quantity < 1 || sum > mostPieces)
      throw new StoaError('BAD_USER_INPUT', { text: 'rules.quantity', values: { most: mostPieces } });
    pieces.set(sku, sum);
  }
  if (pieces.size === 0) throw new StoaError('BAD_USER_INPUT', { text: 'rules.noLines' });
  return [...pieces].map(([sku, quantity]) => ({ sku, quantity }));
}

/** An ISO 8601 time. Throws StoaError. */
export function checkTime(text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new StoaError('BAD_USER_INPUT', { text: 'rules.time' });
}
