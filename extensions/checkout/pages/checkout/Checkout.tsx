import { Area, Head, useForm, useFormKey, useShop, useText } from 'stoa';
import type { CheckoutProps, Layout, PlaceOrder, Texts } from '../../checkout.gen.ts';
import { AddressFields } from '../../src/address-fields.tsx';
import form from '../../src/checkout-form.module.css';
import { CheckoutReview } from '../../src/checkout-review.tsx';
import { OptionList } from '../../src/option-list.tsx';
import styles from './Checkout.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['checkoutReview', 'variantPrice'];
export const query = /* GraphQL */ `
  query {
    checkout {
      cart {
        id country
        lines { sku quantity variant { label money product { name } } }
        totals { goods reductions { label amount } delivery fees total taxes { rate tax } }
      }
      countries
      undelivered
      delivery { code label about amount isChosen }
      payment { code label about amount isChosen }
      buyer { email name addition street postcode city region phone }
    }
    action: url(routeId: "placeOrder")
    home: url(routeId: "homepage")
  }
`;

export default function Checkout({ checkout, action, home }: CheckoutProps) {
  const { name: shop } = useShop();
  const text = useText<Texts>();
  return (
    <div className={styles.checkout}>
      <Head title={text.plain('checkout.titleOfPage', { shop })} noindex />
      <h1>{text('checkout.title')}</h1>
      {checkout !== null && action !== null && <CheckoutForm checkout={checkout} action={action} />}
      {checkout === null && <p>{text('checkout.empty')}</p>}
      {checkout === null && home !== null && <a href={home}>{text('checkout.browse')}</a>}
    </div>
  );
}

interface CheckoutFormProps {
  readonly checkout: NonNullable<CheckoutProps['checkout']>;
  readonly action: string;
}

/** One form for the whole order. What is wrong comes back with the page, and so does what was typed. */
function CheckoutForm({ checkout, action }: CheckoutFormProps) {
  const text = useText<Texts>();
  const { values, errors, message } = useForm<PlaceOrder>('placeOrder');
  const formKey = useFormKey();
  const wanted = values.country ?? checkout.undelivered;
  return (
    <form className={form.form} method="post" action={action}>
      {message !== undefined && (
        <p className={form.problem} role="alert">
          {message}
        </p>
      )}
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="cart" value={checkout.cart.id} />
      <input type="hidden" name="total" value={checkout.cart.totals.total} />
      {checkout.cart.lines.map(({ sku, quantity }) => (
        <input key={sku} type="hidden" name="lines" value={`${quantity} ${sku}`} />
      ))}
      {/* A form that comes back has what was typed. */}
      <AddressFields
        values={values.cart === undefined ? (checkout.buyer ?? {}) : values}
        errors={errors}
        country={checkout.cart.country}
        countries={checkout.countries}
        undelivered={wanted !== null && checkout.countries.includes(wanted) ? undefined : (wanted ?? undefined)}
      />
      <OptionList
        name="deliveryMethod"
        title={text('checkout.delivery')}
        none={text(checkout.countries.length === 0 ? 'checkout.noCountry' : 'checkout.noDelivery')}
        options={checkout.delivery}
        error={errors.deliveryMethod}
      >
        <Area id="checkoutShipping" />
      </OptionList>
      <OptionList
        name="paymentMethod"
        title={text('checkout.payment')}
        none={text('checkout.noPayment')}
        options={checkout.payment}
        error={errors.paymentMethod}
      >
        <Area id="checkoutPaymentMethod" />
      </OptionList>
      <section className={form.group} aria-labelledby="checkout-review">
        <h2 id="checkout-review">{text('checkout.review')}</h2>
        <CheckoutReview cart={checkout.cart} />
        <button className={form.update} type="submit" name="update" value="1" formNoValidate>
          {text('checkout.update')}
        </button>
        <Area id="checkoutReview" />
        <button type="submit">{text('checkout.order')}</button>
      </section>
    </form>
  );
}
