import { useForm, useText } from 'stoa';
import type { Layout, ResetPassword, SetPasswordProps, Texts } from '../../customers.gen.ts';
import { newPassword } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "resetPassword", params: { key: getContextValue("key") }) }
`;

export default function SetPassword({ action }: SetPasswordProps) {
  const text = useText<Texts>();
  const form = useForm<ResetPassword>('resetPassword');
  return (
    <FormPage
      title={text.plain('reset.title')}
      action={action}
      form={form}
      submit={text('password.save')}
      fields={[newPassword]}
    />
  );
}
