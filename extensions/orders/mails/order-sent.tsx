import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';
import type { OrderLine } from '../src/order-row.ts';
import { PieceList } from '../src/parcel-list.tsx';

interface OrderSentProps extends OrderMailProps {
  readonly parcel: { readonly tracking: string | null; readonly lines: readonly OrderLine[] };
  /** What follows in another parcel. */
  readonly left: readonly OrderLine[];
}

export const subject = ({ order, left }: OrderSentProps, text: (key: string, values: object) => string) =>
  text(left.length === 0 ? 'sent.subject' : 'sent.partSubject', { number: order.number });

export default function OrderSent({ parcel, left, ...props }: OrderSentProps) {
  const text = useText<Texts>();
  const { tracking, lines } = parcel;
  return (
    <OrderMail {...props}>
      <p>{text('sent.body')}</p>
      <PieceList lines={lines} />
      {tracking !== null && <p>{text('sent.tracking', { code: tracking })}</p>}
      {left.length > 0 && (
        <>
          <p>{text('sent.follows')}</p>
          <PieceList lines={left} />
        </>
      )}
    </OrderMail>
  );
}
