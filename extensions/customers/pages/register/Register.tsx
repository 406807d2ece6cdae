import { Area, Head, useForm, usePage, useShop, useText } from 'stoa';
import type { CreateCustomer, Layout, RegisterProps, Texts } from '../../customers.gen.ts';
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
  const text = useText<Texts>();
  const { values, errors, message } = useForm<CreateCustomer>('createCustomer');
  const next = values.next ?? parameters.next;
  const problem = Object.keys(errors).length > 0 ? text('account.correct') : message;
  const title = text.plain('register.titleOfPage', { shop });
  if (action === null) return null;
  return (
    <div className={styles.page}>
      {/* The first that a screen reader says of the page. */}
      <Head title={problem === undefined ? title : text.plain('account.errorIn', { title })} />
      <h1>{text('register.title')}</h1>
      <AccountForm action={action} next={next} problem={problem} submit={text('register.submit')}>
        <TextField
          name="name"
          label={text('account.name')}
          type="text"
          autoComplete="name"
          maxLength={100}
          value={values.name}
          error={errors.name}
        />
        <TextField
          name="email"
          label={text('account.email')}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={values.email}
          error={errors.email}
        />
        <Area id="registerPassword" />
      </AccountForm>
      {signIn !== null && (
        <p>{text('register.signIn', { link: (words) => <a href={withNext(signIn, next)}>{words}</a> })}</p>
      )}
    </div>
  );
}
