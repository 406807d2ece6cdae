import type { ReactNode } from 'react';
import { useFormat } from 'stoa';
import type { CheckoutProps } from '../checkout.gen.ts';
import styles from './checkout-form.module.css';

interface OptionListProps {
  readonly name: string;
  readonly title: ReactNode;
  readonly none: ReactNode;
  readonly options: NonNullable<CheckoutProps['checkout']>['delivery'];
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** Radio buttons, and below them what the options themselves ask for. */
export function OptionList({ name, title, none, options, error, children }: OptionListProps) {
  const { money } = useFormat();
  return (
    <fieldset className={styles.group} aria-describedby={error === undefined ? undefined : `checkout-${name}-error`}>
      <legend>{title}</legend>
      {error !== undefined && (
        <p id={`checkout-${name}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {options.length === 0 && <p>{none}</p>}
      {options.map(({ code, label, about, amount, isChosen }) => (
        <label key={code} className={styles.option}>
          <input type="radio" name={name} value={code} required defaultChecked={isChosen} />
          <span className={styles.name}>
            <span>{label}</span> {amount !== null && <span>{money(amount)}</span>}
          </span>
          {about !== null && <span className={styles.about}>{about}</span>}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
