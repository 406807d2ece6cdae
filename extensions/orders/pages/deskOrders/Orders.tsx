import { CsvLinks, Filters, Title } from '@stoa/desk-ui';
import { Area, useForm, usePage, useText } from 'stoa';
import type { ChooseOrders, Layout, OrdersProps, SendDeskOrders, Texts } from '../../orders.gen.ts';
import { OrderTable } from '../../src/desk/order-table.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskOrdersActions'];
export const query = /* GraphQL */ `
  query {
    orders(search: getContextValue("search"), state: getContextValue("state"), page: getContextValue("page")) {
      pages
      orders { id number state placedAt sentAt isPartlySent name email deskUrl totals { total } }
    }
    choose: url(routeId: "chooseOrders")
    csv: url(routeId: "exportOrders")
  }
`;

/** All orders, the newest first. */
export default function Orders({ orders, choose, csv }: OrdersProps) {
  const chosen = useForm<ChooseOrders>('chooseOrders');
  const sent = useForm<SendDeskOrders>('sendDeskOrders');
  const text = useText<Texts>();
  const { query: asked } = usePage();
  const filters = ['search', 'state'].flatMap((name) => (asked[name] ? [[name, asked[name]]] : []));
  const filtered = csv && `${csv}?${new URLSearchParams(filters)}`;
  return (
    <>
      <Title
        title={text.plain('desk.orders')}
        actions={
          <>
            <CsvLinks csv={filtered} />
            <Area id="deskOrdersActions" />
          </>
        }
      />
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
        canHide
        pages={orders?.pages}
        bulk={{
          action: choose,
          form: sent.message === undefined ? chosen : sent,
          name: 'orders',
          actions: [
            { value: 'PICK_LIST', label: text('bulk.pickList') },
            { value: 'SLIPS', label: text('bulk.slips') },
            { value: 'SEND', label: text('bulk.send') },
          ],
        }}
      />
    </>
  );
}
