import { useText } from 'stoa';
import { StockMail } from '../src/stock-mail.tsx';
import type { Texts } from '../stock.gen.ts';

export const subject = 'mail.back.subject';

interface BackInStockProps {
  readonly product: string;
  readonly address: string;
  readonly forget: string;
}

/** The one mail that was asked for. */
export default function BackInStock({ product, address, forget }: BackInStockProps) {
  const text = useText<Texts>();
  return (
    <StockMail forget={forget}>
      <p>{text('mail.back.link', { product, link: (words) => <a href={address}>{words}</a> })}</p>
      <p>{text('mail.back.once')}</p>
    </StockMail>
  );
}
