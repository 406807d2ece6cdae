import { Head, useText } from 'stoa';
import type { Layout, SlipsProps, Texts } from '../../orders.gen.ts';
import styles from '../../src/desk/slip.module.css';
import { PackingSlip } from '../../src/desk/slip.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    selectedOrders(numbers: getContextValue("numbers")) {
      number placedAt sentAt canSend deliveryLabel
      address { name addition street postcode city region phone country }
      lines { sku name label quantity }
      parcels { number lines { sku name label quantity } }
    }
  }
`;

/** The slips of what is left of several orders, each on a sheet of its own. */
export default function Slips({ selectedOrders }: SlipsProps) {
  const text = useText<Texts>();
  const open = selectedOrders.filter(({ canSend }) => canSend === true);
  const rest = selectedOrders.filter(({ canSend }) => canSend !== true).map(({ number }) => number);
  return (
    <>
      <Head title={text.plain('bulk.slips')} noindex />
      <h1 className={styles.hint}>{text('bulk.slips')}</h1>
      <p className={styles.hint}>{open.length === 0 ? text('bulk.noneLeft') : text('desk.print')}</p>
      {rest.length > 0 && <p className={styles.hint}>{text('bulk.notToSend', { numbers: rest.join(', ') })}</p>}
      {open.map((order) => (
        <PackingSlip key={order.number} order={order} heading="h2" />
      ))}
    </>
  );
}
