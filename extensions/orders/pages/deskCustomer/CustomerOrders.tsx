import { Section, Table } from '@stoa/desk-ui';
import { useFormat, useText } from 'stoa';
import type { CustomerOrdersProps, Layout, Texts } from '../../orders.gen.ts';
import { OrderBadge } from '../../src/desk/order-badge.tsx';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 20 };
export const permissions = ['orders:write'];
export const query = /* GraphQL */ `
  query {
    orders(customer: getContextValue("customerId"), first: 100) {
      orders { id number state placedAt sentAt deskUrl totals { total } }
    }
  }
`;

/** What a customer has ordered, the newest first. */
export default function CustomerOrders({ orders }: CustomerOrdersProps) {
  const text = useText<Texts>();
  const { money, day } = useFormat();
  return (
    <Section title={text('desk.customerOrders')}>
      <Table
        caption={text.plain('desk.customerOrders')}
        columns={[
          { key: 'number', label: text.plain('desk.number') },
          { key: 'placedAt', label: text.plain('desk.placedAt') },
          { key: 'state', label: text.plain('desk.state') },
          { key: 'total', label: text.plain('desk.total'), align: 'end' },
        ]}
        rows={(orders?.orders ?? []).map((order) => ({
          key: order.id,
          href: order.deskUrl,
          cells: {
            number: order.number,
            placedAt: day(order.placedAt),
            state: <OrderBadge {...order} />,
            total: money(order.totals.total),
          },
        }))}
        empty={text('desk.none')}
      />
    </Section>
  );
}
