import type { PickListProps } from '../../orders.gen.ts';
import { leftOf } from '../parcels.ts';

type Order = PickListProps['selectedOrders'][number];
interface PickLine extends Pick<Order['lines'][number], 'sku' | 'name' | 'label' | 'quantity'> {
  /** The numbers of the orders that it is for. */
  readonly orders: readonly string[];
}

/** What is left of the orders, each SKU once, by SKU. */
export function pickLines(orders: readonly Order[]): readonly PickLine[] {
  const picked = new Map<PickLine['sku'], PickLine>();
  for (const { number, lines, parcels } of orders.filter(({ sentAt }) => sentAt === null))
    for (const line of leftOf(lines, parcels)) {
      const before = picked.get(line.sku) ?? { ...line, quantity: 0, orders: [] };
      const quantity = before.quantity + line.quantity;
      picked.set(line.sku, { ...before, quantity, orders: [...before.orders, number] });
    }
  return [...picked.values()].toSorted((one, other) => (one.sku < other.sku ? -1 : 1));
}
