import { useFormat, useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'credited.subject';

export default function OrderCredited({ amount, ...props }: OrderMailProps & { readonly amount: number }) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const { total, refunded } = props.order.totals;
  return (
    <OrderMail {...props}>
      <p>{text('credited.body', { amount: money(amount), left: money(total - refunded) })}</p>
    </OrderMail>
  );
}
