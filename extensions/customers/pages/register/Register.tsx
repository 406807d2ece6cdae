import { Area, useForm, usePage, useText } from 'stoa';
import type { CreateCustomer, Layout, RegisterProps, Texts } from '../../customers.gen.ts';
import { email } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';
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
  const next = form.values.next ?? parameters.next;
  return (
    <FormPage
      title={text.plain('register.title')}
      action={action}
      form={form}
      fields={[{ name: 'name', label: 'account.name', autoComplete: 'name', maxLength: 100 }, email]}
      hidden={{ next }}
      submit={text('register.submit')}
      after={
        signIn !== null && (
          <p>{text('register.signIn', { link: (words) => <a href={withNext(signIn, next)}>{words}</a> })}</p>
        )
      }
    >
      <Area id="registerPassword" />
    </FormPage>
  );
}
