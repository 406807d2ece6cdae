import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'toPay.subject';

/** Of an order by hand, whose page has the link to pay. */
export default function OrderToPay(props: OrderMailProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('toPay.body')}</p>
    </OrderMail>
  );
}
