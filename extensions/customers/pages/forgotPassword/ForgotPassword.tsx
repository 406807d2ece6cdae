import { useForm, usePage, useText } from 'stoa';
import type { ForgotPasswordProps, Layout, RequestReset, Texts } from '../../customers.gen.ts';
import { FormPage } from '../../src/form-page.tsx';
import { TextField } from '../../src/text-field.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "requestReset") }
`;

export default function ForgotPassword({ action }: ForgotPasswordProps) {
  const { sent } = usePage().query;
  const text = useText<Texts>();
  const form = useForm<RequestReset>('requestReset');
  if (action === null) return null;
  return (
    <FormPage
      title={text.plain('reset.ask')}
      action={action}
      form={form}
      submit={text('reset.send')}
      lead={sent === undefined ? <p>{text('reset.hint')}</p> : <p role="status">{text('reset.sent')}</p>}
    >
      <TextField
        name="email"
        label={text('account.email')}
        type="email"
        autoComplete="username"
        maxLength={254}
        value={form.values.email}
        error={form.errors.email}
      />
    </FormPage>
  );
}
