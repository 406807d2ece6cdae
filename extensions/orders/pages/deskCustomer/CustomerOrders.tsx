import { Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { CustomerOrdersProps, Layout, Texts } from '../../orders.gen.ts';
import { OrderTable } from '../../src/desk/order-table.tsx';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 20 };
export const permissions = ['orders:write'];
export const query = /* GraphQL */ `
  query {
    orders(customer: getContextValue("customerId"), first: 100) {
      orders { id number state placedAt sentAt isPartlySent deskUrl totals { total } }
    }
  }
`;

/** What a customer has ordered, the newest first. */
export default function CustomerOrders({ orders }: CustomerOrdersProps) {
  const text = useText<Texts>();
  return (
    <Section title={text('desk.customerOrders')}>
      <OrderTable caption={text.plain('desk.customerOrders')} orders={orders?.orders ?? []} />
    </Section>
  );
}
