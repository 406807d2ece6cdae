import { useForm, usePage, useText } from 'stoa';
import type { ConfirmAccount as ConfirmAccountBody, ConfirmAccountProps, Layout, Texts } from '../../customers.gen.ts';
import { password } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "confirmAccount", params: { key: getContextValue("key") }) }
`;

/** Asks for the password, since another person may have registered with this address. */
export default function ConfirmAccount({ action }: ConfirmAccountProps) {
  const { next } = usePage().query;
  const text = useText<Texts>();
  const form = useForm<ConfirmAccountBody>('confirmAccount');
  return (
    <FormPage
      title={text.plain('register.title')}
      action={action}
      form={form}
      lead={<p>{text('register.confirm')}</p>}
      fields={[password]}
      hidden={{ next: form.values.next ?? next }}
      submit={text('register.submit')}
    />
  );
}
