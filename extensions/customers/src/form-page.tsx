import type { ReactNode } from 'react';
import { Head, useShop, useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import styles from './account-form.module.css';
import type { FormField } from './form-fields.ts';
import { TextField } from './text-field.tsx';

type Typed = Readonly<Partial<Record<string, string | null>>>;

interface FormPageProps {
  readonly title: string;
  /** The address of the route. Null where it is away: the page is then left out. */
  readonly action: string | null;
  /** What `useForm` says of it. */
  readonly form: {
    readonly values: Typed;
    readonly errors: Readonly<Partial<Record<string, string>>>;
    readonly message: string | undefined;
  };
  readonly fields?: readonly FormField[];
  readonly submit: ReactNode;
  /** A button that sends the form elsewhere. */
  readonly other?: ReactNode;
  /** Fields that are not typed, such as the path to return to. */
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** Stands below the fields. */
  readonly children?: ReactNode;
  /** Stands above the form. */
  readonly lead?: ReactNode;
  /** Stands below the form. */
  readonly after?: ReactNode;
}

/** A page that is one form, with an error about the whole form where no field has its own. */
export function FormPage({ title, action, form, submit, fields = [], hidden = {}, ...parts }: FormPageProps) {
  const text = useText<Texts>();
  const { lead, children, other, after } = parts;
  if (action === null) return null;
  const problem = Object.keys(form.errors).length > 0 ? text('account.correct') : form.message;
  return (
    <AccountPage title={title} isWrong={problem !== undefined}>
      {lead}
      <form className={styles.form} method="post" action={action}>
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {fields.map(({ label, hint, isOptional = false, ...field }) => (
          <TextField
            key={field.name}
            label={isOptional ? text('address.optional', { label: text.plain(label) }) : text(label)}
            hint={hint && text(hint)}
            // A password is typed again.
            defaultValue={field.type === 'password' ? undefined : (form.values[field.name] ?? undefined)}
            error={form.errors[field.name]}
            {...field}
          />
        ))}
        {children}
        {Object.entries(hidden).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit">{submit}</button>
        {other}
      </form>
      {after}
    </AccountPage>
  );
}

interface AccountPageProps {
  readonly title: string;
  /** Said first by a screen reader, in the title of the browser. */
  readonly isWrong?: boolean;
  readonly children: ReactNode;
}

/** A narrow page with a heading. */
export function AccountPage({ title, isWrong = false, children }: AccountPageProps) {
  const { name: shop } = useShop();
  const text = useText<Texts>();
  const head = text.plain('account.titleIn', { title, shop });
  return (
    <div className={styles.page}>
      <Head title={isWrong ? text.plain('account.errorIn', { title: head }) : head} noindex />
      <h1>{title}</h1>
      {children}
    </div>
  );
}
