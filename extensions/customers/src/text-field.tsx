import type { ReactNode } from 'react';
import styles from './account-form.module.css';
import { FieldError, fieldMarks } from './field-error.tsx';

export interface TextFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  /** Stands below the input. */
  readonly hint?: ReactNode;
}

/** A labelled input with its error below. */
export function TextField({ name, label, type = 'text', value, error, hint, ...limits }: TextFieldProps) {
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        required
        defaultValue={value}
        {...limits}
        {...fieldMarks(name, error, hintId)}
      />
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}
