import type { ReactNode } from 'react';
import { useText } from 'stoa';
import type { Texts } from '../second-factor.gen.ts';
import { FormProblem } from './form-problem.tsx';
import styles from './second-factor.module.css';

interface CodeFormProps {
  /** Of its field, on the page. */
  readonly id: string;
  readonly action: string | null;
  /** What `useForm` says of it. */
  readonly form: { readonly errors: { readonly code?: string }; readonly message: string | undefined };
  readonly submit: ReactNode;
  readonly hint?: ReactNode;
}

/** A form that asks for a code alone. What was typed is not shown again: a code is good once. */
export function CodeForm({ id, action, form, submit, hint }: CodeFormProps) {
  const text = useText<Texts>();
  const error = form.errors.code;
  const described = [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat();
  if (action === null) return null;
  return (
    <form className={styles.form} method="post" action={action}>
      <FormProblem problem={error === undefined ? form.message : undefined} />
      <div className={styles.field}>
        <label htmlFor={id}>{text('code.label')}</label>
        <input
          id={id}
          name="code"
          required
          dir="ltr"
          maxLength={100}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        />
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
      <button type="submit">{submit}</button>
    </form>
  );
}
