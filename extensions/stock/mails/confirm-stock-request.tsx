import { useText } from 'stoa';
import { StockMail } from '../src/stock-mail.tsx';
import type { Texts } from '../stock.gen.ts';

export const subject = 'mail.confirm.subject';

interface ConfirmStockRequestProps {
  readonly product: string;
  readonly confirm: string;
  readonly forget: string;
}

/** No other mail goes to an address before its owner has followed this link. */
export default function ConfirmStockRequest({ product, confirm, forget }: ConfirmStockRequestProps) {
  const text = useText<Texts>();
  return (
    <StockMail forget={forget}>
      <p>{text('mail.confirm.link', { product, link: (words) => <a href={confirm}>{words}</a> })}</p>
      <p>{text('mail.confirm.ignore')}</p>
    </StockMail>
  );
}
