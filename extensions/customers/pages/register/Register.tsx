import { Area, Head, useForm, usePage, useShop } from 'stoa';
import type { CreateCustomer, Layout, RegisterProps } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';
import { AccountForm } from '../../src/account-form.tsx';
import { TextField } from '../../src/text-field.tsx';
import { withNext } from '../../src/with-next.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['registerPassword'];
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "createCustomer")
    signIn: url(routeId: "signIn")
  }
`;

export default function Register({ action, signIn }: RegisterProps) {
  const { query: parameters } = usePage();
  const { name: shop } = useShop();
  const { values, errors, message } = useForm<CreateCustomer>('createCustomer');
  const next = values.next ?? parameters.next;
  const problem = Object.keys(errors).length > 0 ? 'Please correct the marked fields.' : message;
  if (action === null) return null;
  return (
    <div className={styles.page}>
      {/* The first that a screen reader says of the page. */}
      <Head title={`${problem === undefined ? '' : 'Error: '}Create an account – ${shop}`} />
      <h1>Create an account</h1>
      <AccountForm action={action} next={next} problem={problem} submit="Create account">
        <TextField
          name="name"
          label="Name"
          type="text"
          autoComplete="name"
          maxLength={100}
          value={values.name}
          error={errors.name}
        />
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          value={values.email}
          error={errors.email}
        />
        <Area id="registerPassword" />
      </AccountForm>
      {signIn !== null && (
        <p>
          Already have an account? <a href={withNext(signIn, next)}>Sign in</a>.
        </p>
      )}
    </div>
  );
}
