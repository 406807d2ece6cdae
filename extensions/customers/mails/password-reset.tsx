import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { LinkMail, type LinkMailProps } from '../src/account-mail.tsx';

export const subject = 'mail.reset.subject';

/** No link where the address has no account. */
export default function PasswordReset({ address }: LinkMailProps) {
  const text = useText<Texts>();
  return <LinkMail address={address} link="mail.reset.link" none={text('mail.unknown')} />;
}
