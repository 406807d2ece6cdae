import type { ReactNode } from 'react';
import { useShop } from 'stoa';

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
