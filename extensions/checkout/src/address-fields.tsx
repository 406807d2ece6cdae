import { countriesIn, nameOfCountry } from '@stoa/desk-ui/countries';
import { useShop, useText } from 'stoa';
import type { Texts } from '../checkout.gen.ts';
import { buyerFields } from './buyer-fields.ts';
import styles from './checkout-form.module.css';
import { TextField } from './text-field.tsx';
import { useFieldLabel } from './use-field-label.ts';

type Typed = Readonly<Partial<Record<string, string>>>;

interface AddressFieldsProps {
  readonly values: Typed;
  readonly errors: Typed;
  /** Of delivery, as the cart has it. */
  readonly country: string;
  /** To which something is delivered. */
  readonly countries: readonly string[];
  /** Another one, which the customer has typed or saved. */
  readonly undelivered: string | undefined;
}

export function AddressFields({ values, errors, country, countries, undelivered }: AddressFieldsProps) {
  const { locale } = useShop();
  const text = useText<Texts>();
  const labelOf = useFieldLabel();
  const offered = countries.length === 0 ? [country] : countries;
  return (
    <fieldset className={styles.group}>
      <legend>{text('checkout.address')}</legend>
      {buyerFields(offered, values.region).map(({ isOptional, ...field }) => (
        <TextField
          key={field.name}
          {...field}
          label={labelOf({ ...field, isOptional })}
          value={values[field.name]}
          error={errors[field.name]}
        />
      ))}
      {countries.length === 0 ? (
        <input type="hidden" name="country" value={country} />
      ) : (
        <div className={styles.field}>
          <label htmlFor="checkout-country">{text('label.country')}</label>
          <select
            id="checkout-country"
            name="country"
            autoComplete="shipping country"
            required
            defaultValue={country}
            aria-describedby={undelivered === undefined ? undefined : 'checkout-country-note'}
          >
            {countriesIn(locale, countries).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          {undelivered !== undefined && (
            <p id="checkout-country-note" className={styles.error}>
              {text('checkout.undelivered', { country: nameOfCountry(locale, undelivered) })}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
