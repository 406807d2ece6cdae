import { LinkButton } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Layout, NewOrderLinkProps, Texts } from '../../checkout.gen.ts';

export const layout: Layout = { areaId: 'deskOrdersActions', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    newOrder: url(routeId: "deskNewOrder")
  }
`;

/** The way from the list to an order by hand. */
export default function NewOrderLink({ newOrder }: NewOrderLinkProps) {
  const text = useText<Texts>();
  return newOrder === null ? null : <LinkButton href={newOrder}>{text('desk.newOrder')}</LinkButton>;
}
