import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { AccountMail } from '../src/account-mail.tsx';

export const subject = 'mail.changed.subject';

interface AccountChangedProps {
  readonly name: string;
  readonly what: 'password' | 'email' | 'deleted';
}

export default function AccountChanged({ name, what }: AccountChangedProps) {
  const text = useText<Texts>();
  return (
    <AccountMail>
      <p>{text('mail.changed.body', { name, what })}</p>
    </AccountMail>
  );
}
