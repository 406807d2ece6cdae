import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { LinkMail, type LinkMailProps } from '../src/account-mail.tsx';

export const subject = 'mail.confirm.subject';

/** No link where the address has an account of its own. */
export default function ConfirmEmail({ address }: LinkMailProps) {
  const text = useText<Texts>();
  return <LinkMail address={address} link="mail.confirm.link" none={text('mail.confirm.taken')} />;
}
