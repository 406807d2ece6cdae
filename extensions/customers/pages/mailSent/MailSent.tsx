import { useText } from 'stoa';
import type { Layout, Texts } from '../../customers.gen.ts';
import { AccountPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

/** The same for each address, with an account or without. */
export default function MailSent() {
  const text = useText<Texts>();
  return (
    <AccountPage title={text.plain('mailSent.title')}>
      <p>{text('mailSent.hint')}</p>
    </AccountPage>
  );
}
