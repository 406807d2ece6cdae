import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { LinkMail, type LinkMailProps } from '../src/account-mail.tsx';

export const subject = 'mail.register.subject';

interface RegistrationProps extends LinkMailProps {
  /** Ways into the account that is there. */
  readonly signIn: string;
  readonly forgot: string;
}

/** No link of its own where the address has an account. What was typed is not in the mail: anyone can have typed it. */
export default function Registration({ address, signIn, forgot }: RegistrationProps) {
  const text = useText<Texts>();
  const none = text('mail.register.taken', {
    signIn: (words) => <a href={signIn}>{words}</a>,
    forgot: (words) => <a href={forgot}>{words}</a>,
  });
  return <LinkMail address={address} link="mail.register.link" none={none} />;
}
