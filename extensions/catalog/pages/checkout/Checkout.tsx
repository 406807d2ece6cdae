import { Area, Head, useShop, useText } from 'stoa';
import type { Layout, Texts } from '../../catalog.gen.ts';
import styles from './Checkout.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

/** How a parcel comes and how it is paid. The shop has no cart, and the page says so. */
export default function Checkout() {
  const { name } = useShop();
  const text = useText<Texts>();
  return (
    <div className={styles.checkout}>
      <Head title={`${text.plain('checkout.title')} – ${name}`} description={text.plain('checkout.about')} />
      <h1>{text('checkout.title')}</h1>
      <p className={styles.note}>{text('checkout.note')}</p>
      <fieldset className={styles.choice}>
        <legend>{text('checkout.delivery')}</legend>
        <div className={styles.options}>
          <Area id="checkoutShipping" />
        </div>
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{text('checkout.payment')}</legend>
        <div className={styles.options}>
          <Area id="checkoutPaymentMethod" />
        </div>
      </fieldset>
    </div>
  );
}
