import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = ({ order }: OrderMailProps, text: (key: string, values: object) => string) =>
  text('cancelled.subject', { number: order.number });

export default function OrderCancelled(props: OrderMailProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('cancelled.body')}</p>
    </OrderMail>
  );
}
