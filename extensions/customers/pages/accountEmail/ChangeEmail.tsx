import { useForm, useText } from 'stoa';
import type { ChangeEmailProps, Layout, RequestEmail, Texts } from '../../customers.gen.ts';
import { email, ownPassword } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "requestEmail") }
`;

export default function ChangeEmail({ action }: ChangeEmailProps) {
  const text = useText<Texts>();
  const form = useForm<RequestEmail>('requestEmail');
  return (
    <FormPage
      title={text.plain('email.title')}
      action={action}
      form={form}
      submit={text('reset.send')}
      lead={<p>{text('email.hint')}</p>}
      fields={[{ ...email, label: 'email.new', autoComplete: 'email' }, ownPassword]}
    />
  );
}
