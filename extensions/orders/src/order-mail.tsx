import type { ReactNode } from 'react';
import { useShop, useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import type { OrderRow } from './order-row.ts';
import { OrderSummary } from './order-summary.tsx';

export interface OrderMailProps {
  readonly order: OrderRow;
  /** That of the order, for the subject. */
  readonly number: string;
  /** Of the order's page, with the key. */
  readonly path: string;
}

interface Shown extends Omit<OrderMailProps, 'number'> {
  readonly children: ReactNode;
  /** Comes last. */
  readonly below?: ReactNode;
}

/** What all mails about an order share: its words, its lines, the link and who sends it. */
export function OrderMail({ order, path, children, below }: Shown) {
  const text = useText<Texts>();
  const shop = useShop();
  return (
    <html lang={shop.locale} dir={shop.direction}>
      <body>
        <p>{text('mail.greeting', { name: order.name })}</p>
        {children}
        <h2>{text('order.number', { number: order.number })}</h2>
        <OrderSummary {...order} />
        <p>
          <a href={`${order.origin}${path}`}>{text('mail.look')}</a>
        </p>
        <p>{[shop.name, shop.address, shop.email, shop.phone].filter((part) => part !== undefined).join(', ')}</p>
        {below}
      </body>
    </html>
  );
}
