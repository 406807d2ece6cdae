import type { ReactNode } from 'react';
import styles from './account-form.module.css';

interface AccountFormProps {
  readonly action: string;
  /** The path to return to after signing in. */
  readonly next: string | undefined;
  /** An error about the whole form, shown when no field has its own message. */
  readonly problem: ReactNode;
  readonly submit: ReactNode;
  readonly children: ReactNode;
}

/** The common part of the forms for sign-in and registration. */
export function AccountForm({ action, next, problem, submit, children }: AccountFormProps) {
  return (
    <form className={styles.form} method="post" action={action}>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {children}
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <button type="submit">{submit}</button>
    </form>
  );
}
