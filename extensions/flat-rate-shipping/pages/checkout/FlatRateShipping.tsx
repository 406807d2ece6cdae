import { useFormat, useText } from 'stoa';
import type { FlatRateShippingProps, Layout, Texts } from '../../flat-rate-shipping.gen.ts';
import { daysOf } from '../../src/format-flat-rate.ts';
import styles from './FlatRateShipping.module.css';

export const layout: Layout = { areaId: 'checkoutShipping', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { flatRateShipping { price days } }
`;

export default function FlatRateShipping({ flatRateShipping }: FlatRateShippingProps) {
  const format = useFormat();
  const text = useText<Texts>();
  return (
    <label className={styles.option}>
      <input type="radio" name="shippingMethod" value="flat-rate" defaultChecked />
      <span className={styles.name}>
        <span>{text('shipping.name')}</span> <span>{format.price(flatRateShipping.price)}</span>
      </span>
      <span className={styles.about}>{text('shipping.about', daysOf(flatRateShipping, text.plain))}</span>
    </label>
  );
}
