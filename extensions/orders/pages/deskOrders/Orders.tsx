import { Filters, Title } from '@stoa/desk-ui';
import { usePage, useText } from 'stoa';
import type { Layout, OrdersProps, Texts } from '../../orders.gen.ts';
import { OrderTable } from '../../src/desk/order-table.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    orders(search: getContextValue("search"), state: getContextValue("state"), page: getContextValue("page")) {
      pages
      orders { id number state placedAt sentAt isPartlySent name email deskUrl totals { total } }
    }
  }
`;

/** All orders, the newest first. */
export default function Orders({ orders }: OrdersProps) {
  const { path, query } = usePage();
  const text = useText<Texts>();
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
              ['PARTLY_SENT', text.plain('desk.partlySent')],
              ['SENT', text.plain('desk.sent')],
              ['PENDING', text.plain('desk.pending')],
              ['CANCELLED', text.plain('desk.cancelled')],
              ['REFUNDED', text.plain('desk.refunded')],
            ],
          },
        ]}
      />
      <OrderTable
        caption={text.plain('desk.orders')}
        orders={orders?.orders ?? []}
        hasBuyers
        page={{
          at: Number(query.page ?? 1),
          total: orders?.pages ?? 1,
          href: (page) => `${path}?${new URLSearchParams({ ...query, page: String(page) })}`,
        }}
      />
    </>
  );
}
