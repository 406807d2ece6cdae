import type { ComponentProps, ReactNode } from 'react';
import styles from './account-form.module.css';
import { FieldError, fieldMarks } from './field-error.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
}

/** A labelled input, with its hint and its error below. */
export function TextField({ name, label, hint, error, ...input }: TextFieldProps) {
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} required {...input} {...fieldMarks(name, error, hintId)} />
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}
