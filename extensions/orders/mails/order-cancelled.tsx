import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'cancelled.subject';

export default function OrderCancelled(props: OrderMailProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('cancelled.body')}</p>
    </OrderMail>
  );
}
