import { useFormat, useText } from 'stoa';
import type { Layout, OrderHistoryProps, Texts } from '../../orders.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { myOrders { id number state placedAt url totals { total } } }
`;

export default function OrderHistory({ myOrders }: OrderHistoryProps) {
  const text = useText<Texts>();
  const { day, money } = useFormat();
  return (
    <section>
      <h2>{text('account.title')}</h2>
      {myOrders.length === 0 ? (
        <p>{text('account.none')}</p>
      ) : (
        <ul>
          {myOrders.map(({ id, number, state, placedAt, url, totals }) => (
            <li key={id}>
              <a href={url ?? undefined}>{text('order.number', { number })}</a>, {day(placedAt)}, {money(totals.total)},{' '}
              {text('account.state', { state })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
