import { Head, useForm, usePage, useShop, useText } from 'stoa';
import type { Layout, OpenSession, SignInProps, Texts } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';
import { AccountForm } from '../../src/account-form.tsx';
import { TextField } from '../../src/text-field.tsx';
import { withNext } from '../../src/with-next.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "openSession")
    register: url(routeId: "register")
  }
`;

export default function SignIn({ action, register }: SignInProps) {
  const { query: parameters } = usePage();
  const { name: shop } = useShop();
  const text = useText<Texts>();
  const { values, errors, message } = useForm<OpenSession>('openSession');
  const next = values.next ?? parameters.next;
  const problem = Object.keys(errors).length > 0 ? text('account.correct') : message;
  const title = text.plain('signIn.titleOfPage', { shop });
  if (action === null) return null;
  return (
    <div className={styles.page}>
      {/* The first that a screen reader says of the page. */}
      <Head title={problem === undefined ? title : text.plain('account.errorIn', { title })} />
      <h1>{text('signIn.title')}</h1>
      <AccountForm action={action} next={next} problem={problem} submit={text('signIn.title')}>
        <TextField
          name="email"
          label={text('account.email')}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={values.email}
          error={errors.email}
        />
        <TextField
          name="password"
          label={text('account.password')}
          type="password"
          autoComplete="current-password"
          maxLength={200}
          error={errors.password}
        />
      </AccountForm>
      {register !== null && (
        <p>{text('signIn.register', { link: (words) => <a href={withNext(register, next)}>{words}</a> })}</p>
      )}
    </div>
  );
}
