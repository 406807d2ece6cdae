import { useForm, useText } from 'stoa';
import type { ChangeEmailProps, Layout, RequestEmail, Texts } from '../../customers.gen.ts';
import { EmailField } from '../../src/email-field.tsx';
import { FormPage } from '../../src/form-page.tsx';
import { OwnPassword } from '../../src/password-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "requestEmail") }
`;

export default function ChangeEmail({ action }: ChangeEmailProps) {
  const text = useText<Texts>();
  const form = useForm<RequestEmail>('requestEmail');
  if (action === null) return null;
  return (
    <FormPage
      title={text.plain('email.title')}
      action={action}
      form={form}
      submit={text('reset.send')}
      lead={<p>{text('email.hint')}</p>}
    >
      <EmailField label={text('email.new')} form={form} autoComplete="email" />
      <OwnPassword error={form.errors.password} />
    </FormPage>
  );
}
