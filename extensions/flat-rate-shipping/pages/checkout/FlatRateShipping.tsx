import { useFormat } from 'stoa';
import type { FlatRateShippingProps, Layout } from '../../flat-rate-shipping.gen.ts';
import { formatDays } from '../../src/format-flat-rate.ts';
import styles from './FlatRateShipping.module.css';

export const layout: Layout = { areaId: 'checkoutShipping', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { flatRateShipping { price days } }
`;

export default function FlatRateShipping({ flatRateShipping }: FlatRateShippingProps) {
  const format = useFormat();
  return (
    <label className={styles.option}>
      <input type="radio" name="shippingMethod" value="flat-rate" defaultChecked />
      <span className={styles.name}>
        <span>Parcel to your door</span> <span>{format.price(flatRateShipping.price)}</span>
      </span>
      <span className={styles.about}>One price for any order, in {formatDays(flatRateShipping)}.</span>
    </label>
  );
}
