import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = ({ order }: OrderMailProps, text: (key: string, values: object) => string) =>
  text('rejected.subject', { number: order.number });

export default function OrderRejected({ names, ...props }: OrderMailProps & { readonly names: readonly string[] }) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('rejected.body')}</p>
      {names.length > 0 && <p>{text('order.missing', { names: names.join(', ') })}</p>}
    </OrderMail>
  );
}
