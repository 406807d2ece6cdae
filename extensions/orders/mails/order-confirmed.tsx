import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { MailTexts, type OrderMailText } from '../src/mail-texts.tsx';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = ({ order }: OrderMailProps, text: (key: string, values: object) => string) =>
  text('confirmed.subject', { number: order.number });

export default function OrderConfirmed({
  texts,
  ...props
}: OrderMailProps & { readonly texts: readonly OrderMailText[] }) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props} below={<MailTexts texts={texts} />}>
      <p>{text('confirmed.body')}</p>
      <p>{text('confirmed.withdrawal')}</p>
    </OrderMail>
  );
}
