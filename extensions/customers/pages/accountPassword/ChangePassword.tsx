import { useForm, usePage, useText } from 'stoa';
import type { ChangePassword as ChangePasswordForm, ChangePasswordProps, Layout, Texts } from '../../customers.gen.ts';
import { newPassword, ownPassword } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "changePassword") }
`;

export default function ChangePassword({ action }: ChangePasswordProps) {
  const { done } = usePage().query;
  const text = useText<Texts>();
  const form = useForm<ChangePasswordForm>('changePassword');
  return (
    <FormPage
      title={text.plain('password.title')}
      action={action}
      form={form}
      submit={text('password.save')}
      lead={done === undefined ? <p>{text('password.hint')}</p> : <p role="status">{text('password.changed')}</p>}
      fields={[ownPassword, newPassword]}
    />
  );
}
