import type { Database } from 'stoa';
import { type OrderRow, ordersByNumber } from '../order-row.ts';

/** How many orders a page of the desk takes at once. Their numbers stand in its address. */
export const mostSelected = 100;

/** The orders of these numbers, which stand between commas. What is no number is left out. */
export async function selectedOrders(
  database: Database,
  numbers: string | null | undefined,
): Promise<readonly OrderRow[]> {
  const wanted = (numbers ?? '').split(',', mostSelected).filter((number) => /^\d{1,18}$/.test(number));
  const rows = await ordersByNumber(database, wanted);
  return rows.toSorted((one, other) => wanted.indexOf(one.number) - wanted.indexOf(other.number));
}
