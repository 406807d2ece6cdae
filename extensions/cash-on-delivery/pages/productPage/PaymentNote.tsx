import type { Layout } from '../../cash-on-delivery.gen.ts';
import styles from './PaymentNote.module.css';

export const layout: Layout = { areaId: 'sidebar', sortOrder: 20 };

export default function PaymentNote() {
  return (
    <p className={styles.note}>
      <strong>Pay at the door</strong>
      <br />
      Cash on delivery. No card needed.
    </p>
  );
}
