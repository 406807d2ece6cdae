import { Filters, Table, Title } from '@stoa/desk-ui';
import { useFormat, usePage, useText } from 'stoa';
import type { Layout, OrdersProps, Texts } from '../../orders.gen.ts';
import { OrderBadge } from '../../src/desk/order-badge.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    orders(search: getContextValue("search"), state: getContextValue("state"), page: getContextValue("page")) {
      pages
      orders { id number state placedAt sentAt name email deskUrl totals { total } }
    }
  }
`;

/** All orders, the newest first. */
export default function Orders({ orders }: OrdersProps) {
  const { path, query } = usePage();
  const text = useText<Texts>();
  const { money, day } = useFormat();
  return (
    <>
      <Title title={text.plain('desk.orders')} />
      <Filters
        search={{ name: 'search', label: text.plain('desk.search') }}
        selects={[
          {
            name: 'state',
            label: text.plain('desk.state'),
            options: [
              ['', text.plain('desk.all')],
              ['TO_SEND', text.plain('desk.toSend')],
              ['SENT', text.plain('desk.sent')],
              ['PENDING', text.plain('desk.pending')],
              ['CANCELLED', text.plain('desk.cancelled')],
              ['REFUNDED', text.plain('desk.refunded')],
            ],
          },
        ]}
      />
      <Table
        caption={text.plain('desk.orders')}
        columns={[
          { key: 'number', label: text.plain('desk.number') },
          { key: 'placedAt', label: text.plain('desk.placedAt') },
          { key: 'buyer', label: text.plain('desk.buyer') },
          { key: 'state', label: text.plain('desk.state') },
          { key: 'total', label: text.plain('desk.total'), align: 'end' },
        ]}
        rows={(orders?.orders ?? []).map((order) => ({
          key: order.id,
          href: order.deskUrl,
          cells: {
            number: order.number,
            placedAt: day(order.placedAt),
            buyer: <bdi>{order.name}</bdi>,
            state: <OrderBadge {...order} />,
            total: money(order.totals.total),
          },
        }))}
        empty={text('desk.none')}
        page={{
          at: Number(query.page ?? 1),
          total: orders?.pages ?? 1,
          href: (page) => `${path}?${new URLSearchParams({ ...query, page: String(page) })}`,
        }}
      />
    </>
  );
}
