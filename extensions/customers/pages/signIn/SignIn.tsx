import { useForm, usePage, useText } from 'stoa';
import type { Layout, OpenSession, RequestSignIn, SignInProps, Texts } from '../../customers.gen.ts';
import { email, password } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';
import { withNext } from '../../src/with-next.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "openSession")
    byLink: url(routeId: "requestSignIn")
    register: url(routeId: "register")
    forgot: url(routeId: "forgotPassword")
  }
`;

export default function SignIn({ action, byLink, register, forgot }: SignInProps) {
  const { query: parameters } = usePage();
  const text = useText<Texts>();
  const sent = useForm<OpenSession>('openSession');
  const asked = useForm<RequestSignIn>('requestSignIn');
  const form = {
    values: { ...asked.values, ...sent.values },
    errors: { ...asked.errors, ...sent.errors },
    message: sent.message ?? asked.message,
  };
  const next = form.values.next ?? parameters.next;
  return (
    <FormPage
      title={text.plain('signIn.title')}
      action={action}
      form={form}
      fields={[email, password]}
      hidden={{ next }}
      submit={text('signIn.title')}
      other={
        byLink !== null && (
          <button type="submit" formAction={byLink} formNoValidate>
            {text('signIn.byLink')}
          </button>
        )
      }
      after={
        <>
          {forgot !== null && (
            <p>
              <a href={forgot}>{text('reset.ask')}</a>
            </p>
          )}
          {register !== null && (
            <p>{text('signIn.register', { link: (words) => <a href={withNext(register, next)}>{words}</a> })}</p>
          )}
        </>
      }
    />
  );
}
