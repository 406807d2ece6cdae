import { Form, HiddenField, Notice, Title } from '@stoa/desk-ui';
import { usePage, useText } from 'stoa';
import type { Layout, SendingProps, Texts } from '../../orders.gen.ts';
import { OrderTable } from '../../src/desk/order-table.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    selectedOrders(numbers: getContextValue("numbers")) {
      id number state placedAt sentAt isPartlySent name deskUrl canSend totals { total }
    }
    list: url(routeId: "deskOrders")
    send: url(routeId: "sendDeskOrders")
  }
`;

/** Asks before several orders are marked as sent, since each buyer gets a mail. */
export default function Sending({ selectedOrders, list, send }: SendingProps) {
  const text = useText<Texts>();
  const { next = '' } = usePage().query;
  // The list with its filters and its page. Of an address that may lead elsewhere, the query string alone is taken.
  const filters = next.includes('?') ? next.slice(next.indexOf('?')) : '';
  const back = list === null ? null : list + filters;
  const open = selectedOrders.filter(({ canSend }) => canSend === true);
  return (
    <>
      <Title title={text.plain('bulk.send')} back={{ href: back, label: text('desk.orders') }} />
      {open.length < selectedOrders.length && <Notice tone="warn">{text('bulk.notAll')}</Notice>}
      <OrderTable caption={text.plain('desk.orders')} orders={open} hasBuyers />
      {open.length > 0 && (
        <>
          <p>{text('bulk.sendAbout', { count: open.length })}</p>
          <Form action={send === null ? null : send + filters} submit={text('desk.sendIt')} hidden={{ next: back }}>
            {open.map(({ id }) => (
              <HiddenField key={id} name="orders" value={id} />
            ))}
          </Form>
        </>
      )}
    </>
  );
}
