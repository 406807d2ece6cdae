import { Head, useText } from 'stoa';
import type { Layout, PickListProps, Texts } from '../../orders.gen.ts';
import { LinesToPack } from '../../src/desk/lines-to-pack.tsx';
import { pickLines } from '../../src/desk/pick-lines.ts';
import styles from '../../src/desk/slip.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    selectedOrders(numbers: getContextValue("numbers")) {
      number sentAt
      lines { sku name label quantity }
      parcels { lines { sku quantity } }
    }
  }
`;

/** What to take from the shelves for several orders, each SKU once: to be printed. */
export default function PickList({ selectedOrders }: PickListProps) {
  const text = useText<Texts>();
  const lines = pickLines(selectedOrders);
  return (
    <>
      <Head title={text.plain('bulk.pickList')} noindex />
      <p className={styles.hint}>{text(lines.length === 0 ? 'bulk.noneLeft' : 'desk.print')}</p>
      <article className={styles.slip}>
        <h1>{text('bulk.pickList')}</h1>
        <LinesToPack lines={lines} ofSeveral />
      </article>
    </>
  );
}
