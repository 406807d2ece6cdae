import { useForm, useText } from 'stoa';
import type { ForgotPasswordProps, Layout, RequestReset, Texts } from '../../customers.gen.ts';
import { email } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "requestReset") }
`;

export default function ForgotPassword({ action }: ForgotPasswordProps) {
  const text = useText<Texts>();
  const form = useForm<RequestReset>('requestReset');
  return (
    <FormPage
      title={text.plain('reset.ask')}
      action={action}
      form={form}
      submit={text('reset.send')}
      lead={<p>{text('reset.hint')}</p>}
      fields={[email]}
    />
  );
}
