import { useText } from 'stoa';
import type { Layout, Texts } from '../../cash-on-delivery.gen.ts';
import styles from './PaymentNote.module.css';

export const layout: Layout = { areaId: 'sidebar', sortOrder: 20 };

export default function PaymentNote() {
  const text = useText<Texts>();
  return (
    <p className={styles.note}>
      <strong>{text('cash.note')}</strong>
      <br />
      {text('cash.noteAbout')}
    </p>
  );
}
