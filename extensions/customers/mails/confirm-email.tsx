import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { AccountMail } from '../src/account-mail.tsx';

export const subject = 'mail.confirm.subject';

interface ConfirmEmailProps {
  /** Of the link. Null where the address has an account of its own. */
  readonly address: string | null;
}

export default function ConfirmEmail({ address }: ConfirmEmailProps) {
  const text = useText<Texts>();
  return (
    <AccountMail>
      {address === null ? (
        <p>{text('mail.confirm.taken')}</p>
      ) : (
        <p>{text('mail.confirm.link', { link: (words) => <a href={address}>{words}</a> })}</p>
      )}
      <p>{text('mail.ignore')}</p>
    </AccountMail>
  );
}
