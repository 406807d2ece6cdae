import type { ReactNode } from 'react';
import styles from './account-form.module.css';
import { FieldError, fieldMarks } from './field-error.tsx';

export interface TextFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
}

/** A labelled input with its error below. */
export function TextField({ name, label, type, autoComplete, maxLength, value, error }: TextFieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required
        maxLength={maxLength}
        defaultValue={value}
        {...fieldMarks(name, error)}
      />
      <FieldError name={name} error={error} />
    </div>
  );
}
