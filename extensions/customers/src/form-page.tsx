import type { ReactNode } from 'react';
import { Head, useShop, useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import styles from './account-form.module.css';

interface FormPageProps {
  readonly title: string;
  readonly action: string;
  /** What `useForm` says of it. */
  readonly form: { readonly errors: object; readonly message: string | undefined };
  readonly submit: ReactNode;
  /** A button that sends the form elsewhere. */
  readonly other?: ReactNode;
  /** Fields that are not typed, such as the path to return to. */
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly children?: ReactNode;
  /** Stands above the form. */
  readonly lead?: ReactNode;
  /** Stands below the form. */
  readonly after?: ReactNode;
}

/** A page that is one form, with an error about the whole form where no field has its own. */
export function FormPage({ title, action, form, submit, other, hidden = {}, children, lead, after }: FormPageProps) {
  const { name: shop } = useShop();
  const text = useText<Texts>();
  const problem = Object.keys(form.errors).length > 0 ? text('account.correct') : form.message;
  const head = text.plain('account.titleIn', { title, shop });
  return (
    <div className={styles.page}>
      {/* The first that a screen reader says of the page. */}
      <Head title={problem === undefined ? head : text.plain('account.errorIn', { title: head })} noindex />
      <h1>{title}</h1>
      {lead}
      <form className={styles.form} method="post" action={action}>
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {children}
        {Object.entries(hidden).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit">{submit}</button>
        {other}
      </form>
      {after}
    </div>
  );
}
