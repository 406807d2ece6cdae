import { Title } from '@stoa/desk-ui';
import { Area, useText } from 'stoa';
import type { DeskCustomerProps, Layout, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskSections'];
export const query = /* GraphQL */ `
  query {
    deskCustomer(id: getContextValue("customerId")) { name }
    list: url(routeId: "deskCustomers")
  }
`;

/** A customer. What there is to know are sections, also of other extensions. */
export default function DeskCustomer({ deskCustomer, list }: DeskCustomerProps) {
  const text = useText<Texts>();
  if (deskCustomer === null) return null;
  return (
    <>
      <Title title={deskCustomer.name} back={{ href: list, label: text('desk.customers') }} />
      <Area id="deskSections" />
    </>
  );
}
