import type { ReactNode } from 'react';
import { useShop, useText } from 'stoa';
import type { Texts } from '../stock.gen.ts';

/** What both mails share: the language, the link to be forgotten, and who sends it. */
export function StockMail({ forget, children }: { readonly forget: string; readonly children: ReactNode }) {
  const shop = useShop();
  const text = useText<Texts>();
  return (
    <html lang={shop.locale} dir={shop.direction}>
      <body>
        {children}
        <p>{text('mail.forget', { link: (words) => <a href={forget}>{words}</a> })}</p>
        <p>{[shop.name, shop.address, shop.email, shop.phone].filter((part) => part !== undefined).join(', ')}</p>
      </body>
    </html>
  );
}
