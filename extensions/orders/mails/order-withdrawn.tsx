import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'withdrawn.subject';

export default function OrderWithdrawn(props: OrderMailProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('withdrawn.body', { at: props.order.withdrawnAt ?? props.order.placedAt })}</p>
    </OrderMail>
  );
}
