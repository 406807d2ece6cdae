import type { ReactNode } from 'react';
import { useFormat, useText } from 'stoa';
import type { CheckoutProps, Texts } from '../checkout.gen.ts';
import styles from './checkout-form.module.css';

type Cart = NonNullable<CheckoutProps['checkout']>['cart'];

/** What is ordered, and what all of it costs. */
export function CheckoutReview({ cart }: { readonly cart: Cart }) {
  const text = useText<Texts>();
  const { money, number } = useFormat();
  const { goods, reductions, delivery, fees, total, taxes } = cart.totals;
  return (
    <>
      <ul className={styles.lines}>
        {cart.lines.map(({ sku, quantity, variant }) => (
          <li key={sku} className={styles.row}>
            <span>
              {number(quantity)} × {variant === null ? sku : variant.product.name}
              {variant?.label != null && `, ${variant.label}`}
            </span>
            <span>{variant === null ? text('review.gone') : money(variant.money * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.totals}>
        <Row name={text('review.goods')} amount={money(goods)} />
        {reductions.map(({ label, amount }) => (
          <Row key={label} name={label} amount={money(0 - amount)} />
        ))}
        {delivery !== null && <Row name={text('review.delivery')} amount={money(delivery)} />}
        {fees > 0 && <Row name={text('review.fees')} amount={money(fees)} />}
        <Row name={text('review.total')} amount={money(total)} isTotal />
        {taxes.map(({ rate, tax }) => (
          <Row key={rate} name={text('review.tax', { rate: rate / 10_000 })} amount={money(tax)} />
        ))}
      </dl>
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
