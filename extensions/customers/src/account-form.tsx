import type { ReactNode } from 'react';
import styles from './account-form.module.css';

interface AccountFormProps {
  readonly action: string;
  /** Where the shopper was going. */
  readonly next: string | undefined;
  /** What is wrong with the whole; shown when no field has a message of its own. */
  readonly problem: string | undefined;
  readonly submit: string;
  readonly children: ReactNode;
}

/** What signing in and registering have in common. */
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
