import { Head, useForm, usePage, useShop } from 'stoa';
import type { Layout, OpenSession, SignInProps } from '../../customers.gen.ts';
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
  const { values, errors, message } = useForm<OpenSession>('openSession');
  const next = values.next ?? parameters.next;
  const problem = Object.keys(errors).length > 0 ? 'Please correct the marked fields.' : message;
  if (action === null) return null;
  return (
    <div className={styles.page}>
      {/* The first that a screen reader says of the page. */}
      <Head title={`${problem === undefined ? '' : 'Error: '}Sign in – ${shop}`} />
      <h1>Sign in</h1>
      <AccountForm action={action} next={next} problem={problem} submit="Sign in">
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          value={values.email}
          error={errors.email}
        />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          error={errors.password}
        />
      </AccountForm>
      {register !== null && (
        <p>
          New here? <a href={withNext(register, next)}>Create an account</a>.
        </p>
      )}
    </div>
  );
}
