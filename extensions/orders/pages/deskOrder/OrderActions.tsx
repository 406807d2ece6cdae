import { Field, Form, moneyText, Section } from '@stoa/desk-ui';
import { useForm, useFormat, useText } from 'stoa';
import type {
  CancelDeskOrder,
  Layout,
  OrderActionsProps,
  RefundDeskOrder,
  SendDeskOrder,
  Texts,
} from '../../orders.gen.ts';
import { leftOf, nameOf, piecesField } from '../../src/parcels.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId")) {
      canSend canCancel canCancelRest refundable
      lines { sku name label quantity }
      parcels { lines { sku quantity } }
    }
    send: url(routeId: "sendDeskOrder", params: { orderId: getContextValue("orderId") })
    refund: url(routeId: "refundDeskOrder", params: { orderId: getContextValue("orderId") })
    cancel: url(routeId: "cancelDeskOrder", params: { orderId: getContextValue("orderId") })
  }
`;

/** What can be done with the order now. */
export default function OrderActions({ order, send, refund, cancel }: OrderActionsProps) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const sending = useForm<SendDeskOrder>('sendDeskOrder');
  const refunding = useForm<RefundDeskOrder>('refundDeskOrder');
  const cancelling = useForm<CancelDeskOrder>('cancelDeskOrder');
  if (order === null) return null;
  const { canSend, canCancel, canCancelRest, refundable, lines, parcels } = order;
  return (
    <>
      {(canSend || sending.message !== undefined) && (
        <Section title={text('desk.send')} id="send">
          <Form
            action={send}
            form={sending}
            submit={text('desk.sendIt')}
            keyField="key"
            hidden={{ seen: parcels.length }}
          >
            {leftOf(lines, parcels).map((line) => (
              <Field
                key={line.sku}
                name={piecesField(line.sku)}
                label={<bdi>{nameOf(line)}</bdi>}
                hint={text('desk.left', { left: line.quantity })}
                type="number"
                value={line.quantity}
                min={0}
                max={line.quantity}
              />
            ))}
            <Field name="tracking" label={text('desk.tracking')} hint={text('desk.trackingHint')} maxLength={200} />
          </Form>
        </Section>
      )}
      {(refundable !== null || refunding.message !== undefined) && (
        <Section title={text('desk.refund')} id="refund">
          <Form action={refund} form={refunding} submit={text('desk.refund')} keyField="key" danger>
            <Field
              name="amount"
              label={text('desk.amount')}
              hint={text('desk.atMost', { amount: money(refundable ?? 0) })}
              value={moneyText(refundable ?? 0)}
              maxLength={12}
              required
            />
          </Form>
        </Section>
      )}
      {(canCancel || canCancelRest || cancelling.message !== undefined) && (
        <Section title={text('desk.cancel')} id="cancel">
          <Form
            action={cancel}
            form={cancelling}
            submit={text(canCancelRest ? 'desk.cancelRest' : 'desk.cancelIt')}
            danger
          >
            <p className="desk-hint">{text(canCancelRest ? 'desk.cancelRestHint' : 'desk.cancelHint')}</p>
          </Form>
        </Section>
      )}
    </>
  );
}
