import { Area, Head, useForm, usePage } from 'stoa';
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
  const { values, errors, message } = useForm<CreateCustomer>('createCustomer');
  const next = values.next ?? parameters.next;
  const problem = Object.keys(errors).length > 0 ? 'Please correct the marked fields.' : message;
  if (action === null) return null;
  return (
    <div className={styles.page}>
      {/* The first that a screen reader says of the page. */}
      <Head title={problem === undefined ? 'Create an account' : 'Error: Create an account'} />
      <h1>Create an account</h1>
      <AccountForm action={action} next={next} problem={problem} submit="Create account">
        <TextField
          name="name"
          label="Name"
          type="text"
          autoComplete="name"
          maxLength={100}
          value={values.name}
          error={
            errors.name &&
            (values.name?.trim() ? 'Enter a name with letters, at most 100 characters.' : 'Enter your name.')
          }
        />
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          value={values.email}
          error={emailError(errors.email)}
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

// The gateway's message tells programs which rule was broken; the handler's own is a sentence.
function emailError(error: string | undefined): string | undefined {
  if (error === undefined || error.endsWith('.')) return error;
  return 'Enter an e-mail address, such as ann@example.org.';
}
