import { useText } from 'stoa';
import type { Layout, Texts } from '../../cash-on-delivery.gen.ts';
import styles from './CashOnDelivery.module.css';

export const layout: Layout = { areaId: 'checkoutPaymentMethod', sortOrder: 20 };

export default function CashOnDelivery() {
  const text = useText<Texts>();
  return (
    <label className={styles.option}>
      <input type="radio" name="paymentMethod" value="cash-on-delivery" />
      <span>{text('cash.name')}</span>
      <span className={styles.about}>{text('cash.about')}</span>
    </label>
  );
}
