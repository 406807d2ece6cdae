import { Head, useFormat, useText } from 'stoa';
import type { Layout, PickListProps, Texts } from '../../orders.gen.ts';
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
  const { number } = useFormat();
  const lines = pickLines(selectedOrders);
  return (
    <article className={styles.slip}>
      <Head title={text.plain('bulk.pickList')} noindex />
      <p className={styles.hint}>{text(lines.length === 0 ? 'bulk.noneLeft' : 'desk.print')}</p>
      <h1>{text('bulk.pickList')}</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('desk.pieces')}</th>
            <th scope="col">{text('summary.product')}</th>
            <th scope="col">SKU</th>
            <th scope="col">{text('desk.orders')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ sku, name, label, quantity, orders }) => (
            <tr key={sku}>
              <td>{number(quantity)}</td>
              <td>
                <bdi>{[name, label].filter(Boolean).join(' · ')}</bdi>
              </td>
              <td>{sku}</td>
              <td>{orders.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
