import { useText } from 'stoa';
import type { Graph, Texts } from '../orders.gen.ts';
import { OrderMail, type OrderMailProps } from '../src/order-mail.tsx';

export const subject = 'confirmed.subject';

interface OrderConfirmedProps extends OrderMailProps {
  /** The shop's, below the order. */
  readonly texts: readonly Graph['OrderMailText'][];
}

export default function OrderConfirmed({ texts, ...props }: OrderConfirmedProps) {
  const text = useText<Texts>();
  return (
    <OrderMail {...props} below={texts.map(shopText)}>
      <p>{text('confirmed.body')}</p>
      <p>{text('confirmed.withdrawal')}</p>
    </OrderMail>
  );
}

function shopText({ title, paragraphs }: Graph['OrderMailText']) {
  return (
    <section key={title}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
