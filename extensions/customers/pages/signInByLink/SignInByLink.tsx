import { useForm, usePage, useText } from 'stoa';
import type { Layout, OpenSessionByLink, SignInByLinkProps, Texts } from '../../customers.gen.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "openSessionByLink", params: { key: getContextValue("key") }) }
`;

/** A button, since programs that check mails follow links. */
export default function SignInByLink({ action }: SignInByLinkProps) {
  const { next } = usePage().query;
  const text = useText<Texts>();
  const form = useForm<OpenSessionByLink>('openSessionByLink');
  const title = text.plain('signIn.title');
  return (
    <FormPage title={title} action={action} form={form} hidden={{ next: form.values.next ?? next }} submit={title} />
  );
}
