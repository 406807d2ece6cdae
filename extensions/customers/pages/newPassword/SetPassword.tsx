import { useForm, useText } from 'stoa';
import type { Layout, ResetPassword, SetPasswordProps, Texts } from '../../customers.gen.ts';
import { FormPage } from '../../src/form-page.tsx';
import { TextField } from '../../src/text-field.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "resetPassword", params: { key: getContextValue("key") }) }
`;

export default function SetPassword({ action }: SetPasswordProps) {
  const text = useText<Texts>();
  const form = useForm<ResetPassword>('resetPassword');
  if (action === null) return null;
  return (
    <FormPage title={text.plain('reset.title')} action={action} form={form} submit={text('password.save')}>
      <TextField
        name="newPassword"
        label={text('password.new')}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        hint={text('register.hint')}
        error={form.errors.newPassword}
      />
    </FormPage>
  );
}
