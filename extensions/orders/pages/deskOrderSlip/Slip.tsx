import { Head, usePage, useText } from 'stoa';
import type { Layout, SlipProps, Texts } from '../../orders.gen.ts';
import styles from '../../src/desk/slip.module.css';
import { PackingSlip } from '../../src/desk/slip.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId")) {
      number placedAt sentAt deliveryLabel
      address { name addition street postcode city region phone country }
      lines { sku name label quantity }
      parcels { number lines { sku name label quantity } }
    }
  }
`;

/** The slip of one parcel, or of what is left. */
export default function Slip({ order }: SlipProps) {
  const text = useText<Texts>();
  const { parcel = '' } = usePage().query;
  if (order === null) return null;
  return (
    <>
      <Head title={text.plain('desk.slip')} noindex />
      <p className={styles.hint}>{text('desk.print')}</p>
      <PackingSlip order={order} parcel={parcel} />
    </>
  );
}
