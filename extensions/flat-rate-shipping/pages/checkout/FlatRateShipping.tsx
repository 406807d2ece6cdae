import type { FlatRateShippingProps, Layout } from '../../flat-rate-shipping.gen.ts';
import { formatDays, formatRate } from '../../src/format-flat-rate.ts';
import styles from './FlatRateShipping.module.css';

export const layout: Layout = { areaId: 'checkoutShipping', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { flatRateShipping { price days } }
`;

export default function FlatRateShipping({ flatRateShipping }: FlatRateShippingProps) {
  return (
    <label className={styles.option}>
      <input type="radio" name="shippingMethod" value="flat-rate" defaultChecked />
      <span className={styles.name}>
        <span>Parcel to your door</span> <span>{formatRate(flatRateShipping)}</span>
      </span>
      <span className={styles.about}>One price, however much is in it. {formatDays(flatRateShipping)}.</span>
    </label>
  );
}
