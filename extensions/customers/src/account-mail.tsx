import type { ReactNode } from 'react';
import { useShop, useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';

/** What all mails about an account share: the language, and who sends it. */
export function AccountMail({ children }: { readonly children: ReactNode }) {
  const shop = useShop();
  return (
    <html lang={shop.locale} dir={shop.direction}>
      <body>
        {children}
        <p>{[shop.name, shop.address, shop.email, shop.phone].filter((part) => part !== undefined).join(', ')}</p>
      </body>
    </html>
  );
}

export interface LinkMailProps {
  /** Of the link. Null where there is none for this person. */
  readonly address: string | null;
}

interface LinkMailTexts {
  readonly link: 'mail.confirm.link' | 'mail.reset.link' | 'mail.signIn.link' | 'mail.register.link';
  /** Why there is none. */
  readonly none: ReactNode;
}

/** A mail with a link, or with why there is none. */
export function LinkMail({ address, link, none }: LinkMailProps & LinkMailTexts) {
  const text = useText<Texts>();
  return (
    <AccountMail>
      <p>{address === null ? none : text(link, { link: (words) => <a href={address}>{words}</a> })}</p>
      <p>{text('mail.ignore')}</p>
    </AccountMail>
  );
}
