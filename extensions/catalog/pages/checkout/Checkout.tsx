import { Area, Head, useShop } from 'stoa';
import type { Layout } from '../../catalog.gen.ts';
import styles from './Checkout.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

/** How a parcel comes and how it is paid. The shop has no cart, and the page says so. */
export default function Checkout() {
  const { name } = useShop();
  return (
    <div className={styles.checkout}>
      <Head title={`Checkout – ${name}`} description="How we deliver, and how you can pay." />
      <h1>Checkout</h1>
      <p className={styles.note}>
        Nothing can be ordered here yet, because the shop has no cart. This page shows how we would deliver your order,
        and how you could pay. Your choice is not saved.
      </p>
      <fieldset className={styles.choice}>
        <legend>Delivery</legend>
        <div className={styles.options}>
          <Area id="checkoutShipping" />
        </div>
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>Payment</legend>
        <div className={styles.options}>
          <Area id="checkoutPaymentMethod" />
        </div>
      </fieldset>
    </div>
  );
}
