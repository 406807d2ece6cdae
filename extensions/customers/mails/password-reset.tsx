import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { AccountMail } from '../src/account-mail.tsx';

export const subject = 'mail.reset.subject';

interface PasswordResetProps {
  /** Of the link. Null where the address has no account. */
  readonly address: string | null;
}

export default function PasswordReset({ address }: PasswordResetProps) {
  const text = useText<Texts>();
  return (
    <AccountMail>
      {address === null ? (
        <p>{text('mail.reset.unknown')}</p>
      ) : (
        <p>{text('mail.reset.link', { link: (words) => <a href={address}>{words}</a> })}</p>
      )}
      <p>{text('mail.ignore')}</p>
    </AccountMail>
  );
}
