import { useShop, useText } from 'stoa';
import type { Texts } from '../second-factor.gen.ts';

export const subject = 'mail.changed.subject';

interface ChangedProps {
  readonly to: 'on' | 'off';
}

/** A person who did not do it learns of it. */
export default function SecondFactorChanged({ to }: ChangedProps) {
  const { locale, direction, name, email, phone } = useShop();
  const text = useText<Texts>();
  return (
    <html lang={locale} dir={direction}>
      <body>
        <p>{text('mail.changed.body', { to })}</p>
        <p>{[name, email, phone].filter((part) => part !== undefined).join(', ')}</p>
      </body>
    </html>
  );
}
