import type { ReactNode } from 'react';
import { useFormat, useText } from 'stoa';
import type { CartProps, Texts } from '../cart.gen.ts';
import styles from './totals-list.module.css';

type Totals = NonNullable<CartProps['cart']>['totals'];

/** What the cart comes to, with the parts that there are. */
export function TotalsList({ totals }: { readonly totals: Totals }) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const { goods, reductions, delivery, fees, total } = totals;
  const hasParts = reductions.length > 0 || delivery !== null || fees > 0;
  return (
    <>
      <dl className={styles.totals}>
        {hasParts && <Row name={text('cart.goods')} amount={money(goods)} />}
        {reductions.map(({ label, amount }) => (
          <Row key={label} name={label} amount={money(0 - amount)} />
        ))}
        {delivery !== null && <Row name={text('cart.delivery')} amount={money(delivery)} />}
        {fees > 0 && <Row name={text('cart.fees')} amount={money(fees)} />}
        <Row name={text('cart.total')} amount={money(total)} isTotal />
      </dl>
      {delivery === null && <p className={styles.note}>{text('cart.deliveryLater')}</p>}
    </>
  );
}

function Row({ name, amount, isTotal = false }: { name: ReactNode; amount: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? `${styles.row} ${styles.total}` : styles.row}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
