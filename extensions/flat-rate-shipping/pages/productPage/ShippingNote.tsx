import { useFormat } from 'stoa';
import type { Layout, ShippingNoteProps } from '../../flat-rate-shipping.gen.ts';
import { formatDays } from '../../src/format-flat-rate.ts';
import styles from './ShippingNote.module.css';

export const layout: Layout = { areaId: 'sidebar', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { flatRateShipping { price days } }
`;

export default function ShippingNote({ flatRateShipping }: ShippingNoteProps) {
  const format = useFormat();
  return (
    <p className={styles.note}>
      <strong>Delivery {format.price(flatRateShipping.price)}</strong>
      <br />
      At your door in {formatDays(flatRateShipping)}.
    </p>
  );
}
