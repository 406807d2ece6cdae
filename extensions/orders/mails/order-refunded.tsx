import { useFormat, useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderLacks } from '../src/order-lacks.tsx';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'refunded.subject';

export default function OrderRefunded({ amount, ...props }: OrderMailProps & { readonly amount: number }) {
  const text = useText<Texts>();
  const { money } = useFormat();
  return (
    <OrderMail {...props}>
      <p>{text('refunded.body', { amount: money(amount) })}</p>
      <OrderLacks {...props.order} />
    </OrderMail>
  );
}
