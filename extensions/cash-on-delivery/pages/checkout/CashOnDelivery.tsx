import type { Layout } from '../../cash-on-delivery.gen.ts';
import styles from './CashOnDelivery.module.css';

export const layout: Layout = { areaId: 'checkoutPaymentMethod', sortOrder: 20 };

export default function CashOnDelivery() {
  return (
    <label className={styles.option}>
      <input type="radio" name="paymentMethod" value="cash-on-delivery" />
      <span>Cash on delivery</span>
      <span className={styles.about}>You pay whoever brings the parcel. Please have the sum ready.</span>
    </label>
  );
}
