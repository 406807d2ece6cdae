import { useShop, useText } from 'stoa';
import type { Texts } from '../checkout.gen.ts';
import { buyerFields } from './buyer-fields.ts';
import styles from './checkout-form.module.css';
import { countriesIn } from './countries.ts';
import { TextField } from './text-field.tsx';

type Typed = Readonly<Partial<Record<string, string>>>;

interface AddressFieldsProps {
  readonly values: Typed;
  readonly errors: Typed;
  /** Of delivery, as the cart has it. */
  readonly country: string;
}

export function AddressFields({ values, errors, country }: AddressFieldsProps) {
  const { locale, country: own } = useShop();
  const text = useText<Texts>();
  return (
    <fieldset className={styles.group}>
      <legend>{text('checkout.address')}</legend>
      {buyerFields.map(({ name, ...field }) => (
        <TextField
          key={name}
          name={name}
          label={text(`label.${name}`)}
          value={values[name]}
          error={errors[name]}
          {...field}
        />
      ))}
      <div className={styles.field}>
        <label htmlFor="checkout-country">{text('label.country')}</label>
        <select id="checkout-country" name="country" autoComplete="shipping country" required defaultValue={country}>
          {countriesIn(locale, own).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}
