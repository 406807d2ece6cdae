import { Area, useForm, usePage, useText } from 'stoa';
import type { CreateCustomer, Layout, RegisterProps, Texts } from '../../customers.gen.ts';
import { EmailField } from '../../src/email-field.tsx';
import { FormPage } from '../../src/form-page.tsx';
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
  const text = useText<Texts>();
  const form = useForm<CreateCustomer>('createCustomer');
  const { values, errors } = form;
  const next = values.next ?? parameters.next;
  if (action === null) return null;
  return (
    <FormPage
      title={text.plain('register.title')}
      action={action}
      form={form}
      hidden={{ next }}
      submit={text('register.submit')}
      after={
        signIn !== null && (
          <p>{text('register.signIn', { link: (words) => <a href={withNext(signIn, next)}>{words}</a> })}</p>
        )
      }
    >
      <TextField
        name="name"
        label={text('account.name')}
        autoComplete="name"
        maxLength={100}
        value={values.name}
        error={errors.name}
      />
      <EmailField label={text('account.email')} form={form} />
      <Area id="registerPassword" />
    </FormPage>
  );
}
