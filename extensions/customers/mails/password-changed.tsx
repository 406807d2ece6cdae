import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { AccountMail } from '../src/account-mail.tsx';

export const subject = 'mail.passwordChanged.subject';

export default function PasswordChanged({ name }: { readonly name: string }) {
  const text = useText<Texts>();
  return (
    <AccountMail>
      <p>{text('mail.passwordChanged.body', { name })}</p>
    </AccountMail>
  );
}
