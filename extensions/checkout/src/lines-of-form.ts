import type { Graph } from '../checkout.gen.ts';
import { lineField, mostLines } from './find-lines.ts';

/** The lines that were typed, without empty ones. A quantity that is no number is one of zero, which is refused. */
export function linesOfForm(body: Readonly<Record<string, unknown>>): readonly Graph['DeskOrderLineInput'][] {
  return Array.from({ length: mostLines }, (_, place) => ({
    sku: String(body[lineField('sku', place)] ?? '').trim(),
    quantity: quantityOf(body[lineField('quantity', place)]),
  })).filter(({ sku }) => sku !== '');
}

/** How many rows the form has: those that are typed, and two more. */
export function rowsOf(values: Readonly<Record<string, unknown>>): number {
  const last = Array.from({ length: mostLines }, (_, place) => place).findLast(
    (place) => values[lineField('sku', place)],
  );
  return Math.min(mostLines, Math.max(3, (last ?? 0) + 3));
}

function quantityOf(typed: unknown): number {
  const text = String(typed ?? '').trim();
  return text === '' ? 1 : /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
