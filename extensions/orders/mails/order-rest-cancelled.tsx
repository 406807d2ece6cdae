import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';
import type { OrderLine } from '../src/order-row.ts';
import { PieceList } from '../src/parcel-list.tsx';

interface RestCancelledProps extends OrderMailProps {
  readonly left: readonly OrderLine[];
}

export const subject = 'restCancelled.subject';

export default function OrderRestCancelled({ left, ...props }: RestCancelledProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props}>
      <p>{text('restCancelled.body')}</p>
      <PieceList lines={left} />
    </OrderMail>
  );
}
