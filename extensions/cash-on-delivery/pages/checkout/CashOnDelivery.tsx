import type { Layout } from '../../cash-on-delivery.gen.ts';
import styles from './CashOnDelivery.module.css';

export const layout: Layout = { areaId: 'checkoutPaymentMethod', sortOrder: 20 };

export default function CashOnDelivery() {
  return (
    <label className={styles.option}>
      <input type="radio" name="paymentMethod" value="cash-on-delivery" />
      <span>Cash on delivery</span>
      <span className={styles.about}>You pay in cash when the parcel arrives. Please have the exact amount ready.</span>
    </label>
  );
}
