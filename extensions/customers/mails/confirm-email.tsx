import { LinkMail, type LinkMailProps } from '../src/account-mail.tsx';

export const subject = 'mail.confirm.subject';

/** No link where the address has an account of its own. */
export default function ConfirmEmail({ address }: LinkMailProps) {
  return <LinkMail address={address} link="mail.confirm.link" none="mail.confirm.taken" />;
}
