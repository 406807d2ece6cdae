import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderLacks } from '../src/order-lacks.tsx';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'rejected.subject';

export default function OrderRejected(props: OrderMailProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('rejected.body')}</p>
      <OrderLacks {...props.order} />
    </OrderMail>
  );
}
