import { Head, useText } from 'stoa';
import type { Layout, PickListProps, Texts } from '../../orders.gen.ts';
import { LinesToPack } from '../../src/desk/lines-to-pack.tsx';
import styles from '../../src/desk/slip.module.css';
import { leftOf } from '../../src/parcels.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    selectedOrders(numbers: getContextValue("numbers")) {
      number canSend
      lines { sku name label quantity }
      parcels { lines { sku quantity } }
    }
  }
`;

/** What to take from the shelves for several orders, each SKU once: to be printed. */
export default function PickList({ selectedOrders }: PickListProps) {
  const text = useText<Texts>();
  const open = selectedOrders.filter(({ canSend }) => canSend === true);
  const lines = pickLines(open);
  return (
    <>
      <Head title={text.plain('bulk.pickList')} noindex />
      {lines.length > 0 && open.length < selectedOrders.length && <p className={styles.hint}>{text('bulk.notAll')}</p>}
      <p className={styles.hint}>{text(lines.length === 0 ? 'bulk.noneLeft' : 'desk.print')}</p>
      <article className={styles.slip}>
        <h1>{text('bulk.pickList')}</h1>
        <LinesToPack lines={lines} ofSeveral />
      </article>
    </>
  );
}

type Order = PickListProps['selectedOrders'][number];
interface PickLine extends Pick<Order['lines'][number], 'sku' | 'name' | 'label' | 'quantity'> {
  /** The numbers of the orders that it is for. */
  readonly orders: readonly string[];
}

/** What is left of the orders that are to be sent, each SKU once, by SKU. */
function pickLines(orders: readonly Order[]): readonly PickLine[] {
  const picked = new Map<PickLine['sku'], PickLine>();
  for (const { number, lines, parcels } of orders)
    for (const line of leftOf(lines, parcels)) {
      const before = picked.get(line.sku) ?? { ...line, quantity: 0, orders: [] };
      const quantity = before.quantity + line.quantity;
      picked.set(line.sku, { ...before, quantity, orders: [...before.orders, number] });
    }
  return [...picked.values()].toSorted((one, other) => (one.sku < other.sku ? -1 : 1));
}
