import { useForm, useText } from 'stoa';
import type { ChangeEmail, ConfirmEmailProps, Layout, Texts } from '../../customers.gen.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "changeEmail", params: { key: getContextValue("key") }) }
`;

/** A button, since programs that check mails follow links. */
export default function ConfirmEmail({ action }: ConfirmEmailProps) {
  const text = useText<Texts>();
  const form = useForm<ChangeEmail>('changeEmail');
  return <FormPage title={text.plain('email.confirm')} action={action} form={form} submit={text('email.use')} />;
}
