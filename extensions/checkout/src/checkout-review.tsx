import { Area } from 'stoa';
import type { CheckoutProps } from '../checkout.gen.ts';
import styles from './checkout-form.module.css';
import { useReview } from './use-review.ts';

type Cart = NonNullable<CheckoutProps['checkout']>['cart'];

/** What is ordered, and what all of it costs. */
export function CheckoutReview({ cart }: { readonly cart: Cart }) {
  const { lines, sums } = useReview(cart);
  return (
    <>
      <ul className={styles.lines}>
        {lines.map(({ sku, variant, name, price }) => (
          <li key={sku} className={styles.row}>
            <span>{name}</span>
            <span className={styles.price}>
              {price}
              {variant !== null && <Area id="variantPrice" item={variant} />}
            </span>
          </li>
        ))}
      </ul>
      <dl className={styles.totals}>
        {sums.map(({ label, amount, isTotal }) => (
          <div key={label} className={isTotal ? `${styles.row} ${styles.total}` : styles.row}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
