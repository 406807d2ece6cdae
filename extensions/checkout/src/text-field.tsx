import type { ReactNode } from 'react';
import styles from './checkout-form.module.css';

interface TextFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly type?: 'text' | 'email' | 'tel';
  readonly required: boolean;
  readonly value: string | undefined;
  readonly error: string | undefined;
}

/** A labelled input with its error below. */
export function TextField({ name, label, type = 'text', value, error, ...input }: TextFieldProps) {
  const id = `checkout-${name}`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        {...input}
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
