import type { ComponentProps, ReactNode } from 'react';
import styles from './account-form.module.css';

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

/** A field's error, which its input references by `aria-describedby`. */
export function FieldError({ name, error }: { readonly name: string; readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={`${name}-error`} className={styles.error}>
      {asSentence(error)}
    </p>
  );
}

/** The ARIA attributes of an input with an error or a hint. */
export function fieldMarks(name: string, error: string | undefined, hint?: string) {
  const described = [hint, error === undefined ? undefined : `${name}-error`].filter((id) => id !== undefined);
  return {
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  };
}

// The gateway's messages are fragments that begin with the field's name: "name is required".
function asSentence(message: string): string {
  const end = /[.!?]$/.test(message) ? '' : '.';
  return message.charAt(0).toUpperCase() + message.slice(1) + end;
}
