import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = ({ order }: OrderMailProps, text: (key: string, values: object) => string) =>
  text('sent.subject', { number: order.number });

export default function OrderSent(props: OrderMailProps) {
  const text = useText<Texts>();
  const { tracking } = props.order;
  return (
    <OrderMail {...props}>
      <p>{text('sent.body')}</p>
      {tracking !== null && <p>{text('sent.tracking', { code: tracking })}</p>}
    </OrderMail>
  );
}
