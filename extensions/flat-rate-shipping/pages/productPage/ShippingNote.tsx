import { useFormat, useText } from 'stoa';
import type { Layout, ShippingNoteProps, Texts } from '../../flat-rate-shipping.gen.ts';
import { daysOf } from '../../src/flat-rate.ts';
import styles from './ShippingNote.module.css';

export const layout: Layout = { areaId: 'sidebar', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { flatRateShipping { amount days } }
`;

export default function ShippingNote({ flatRateShipping }: ShippingNoteProps) {
  const format = useFormat();
  const text = useText<Texts>();
  if (flatRateShipping === null) return null;
  return (
    <p className={styles.note}>
      <strong>{text('shipping.delivery', { price: format.money(flatRateShipping.amount) })}</strong>
      <br />
      {text('shipping.atDoor', daysOf(flatRateShipping, text.plain))}
    </p>
  );
}
