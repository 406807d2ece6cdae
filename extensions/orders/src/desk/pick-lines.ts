import type { PickListProps } from '../../orders.gen.ts';
import { leftOf } from '../parcels.ts';

type Order = PickListProps['selectedOrders'][number];
interface PickLine extends Pick<Order['lines'][number], 'sku' | 'name' | 'label' | 'quantity'> {
  /** The numbers of the orders that it is for. */
  readonly orders: readonly string[];
}

/** What is left of the orders, each SKU once, by SKU. */
export function pickLines(orders: readonly Order[]): readonly PickLine[] {
  const left = orders
    .filter(({ sentAt }) => sentAt === null)
    .flatMap(({ number, lines, parcels }) => leftOf(lines, parcels).map((line) => ({ ...line, order: number })));
  return [...Map.groupBy(left, ({ sku }) => sku)]
    .map(([sku, [first, ...others]]) => {
      const all = first === undefined ? others : [first, ...others];
      const quantity = all.reduce((sum, line) => sum + line.quantity, 0);
      return {
        sku,
        name: first?.name ?? sku,
        label: first?.label ?? null,
        quantity,
        orders: all.map(({ order }) => order),
      };
    })
    .toSorted((one, other) => (one.sku < other.sku ? -1 : 1));
}
