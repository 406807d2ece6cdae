import type { ReactNode } from 'react';
import styles from './checkout-form.module.css';

interface TextFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly type?: 'text' | 'email';
  readonly value: string | undefined;
  readonly error: string | undefined;
}

/** A labelled input with its error below. */
export function TextField({ name, label, autoComplete, maxLength, type = 'text', value, error }: TextFieldProps) {
  const id = `checkout-${name}`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required
        maxLength={maxLength}
        defaultValue={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
