import { Field, Form, moneyText, Section } from '@stoa/desk-ui';
import { useForm, useFormat, useShop, useText } from 'stoa';
import type {
  CancelDeskOrder,
  Layout,
  OrderActionsProps,
  RefundDeskOrder,
  SendDeskOrder,
  Texts,
} from '../../orders.gen.ts';
import { costOfLeft, leftOf, nameOf, piecesField } from '../../src/parcels.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId")) {
      state sentAt canSend canCancel canCancelRest refundable
      totals { refunded }
      lines { sku name label quantity gross reduction }
      parcels { lines { sku quantity } }
    }
    send: url(routeId: "sendDeskOrder", params: { orderId: getContextValue("orderId") })
    refund: url(routeId: "refundDeskOrder", params: { orderId: getContextValue("orderId") })
    cancel: url(routeId: "cancelDeskOrder", params: { orderId: getContextValue("orderId") })
  }
`;

interface ActionProps {
  readonly order: NonNullable<OrderActionsProps['order']>;
  readonly action: string | null;
}

/** What can be done with the order now. A form that was refused comes back, also where it is too late by now. */
export default function OrderActions({ order, send, refund, cancel }: OrderActionsProps) {
  if (order === null) return null;
  return (
    <>
      <SendForm order={order} action={send} />
      <RefundForm order={order} action={refund} />
      <CancelForm order={order} action={cancel} />
    </>
  );
}

function SendForm({ order: { canSend, lines, parcels }, action }: ActionProps) {
  const text = useText<Texts>();
  const form = useForm<SendDeskOrder>('sendDeskOrder');
  if (!canSend && form.message === undefined) return null;
  return (
    <Section title={text('desk.send')} id="send">
      <Form action={action} form={form} submit={text('desk.sendIt')} keyField="key" hidden={{ seen: parcels.length }}>
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
  );
}

function RefundForm({ order, action }: ActionProps) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const shop = useShop();
  const form = useForm<RefundDeskOrder>('refundDeskOrder');
  const { state, refundable } = order;
  if (refundable === null && form.message === undefined) return null;
  const most = refundable ?? 0;
  const isCredit = state === 'CONFIRMED';
  const title = text(isCredit ? 'desk.credit' : 'desk.refund');
  return (
    <Section title={title} id="refund">
      <Form action={action} form={form} submit={title} keyField="key" danger>
        {isCredit && <p className="desk-hint">{text('desk.creditHint')}</p>}
        <Field
          name="amount"
          label={text('desk.amount')}
          hint={text('desk.atMost', { amount: money(most) })}
          value={moneyText(Math.min(most, cancelledCost(order) ?? most), shop)}
          maxLength={12}
          required
        />
      </Form>
    </Section>
  );
}

/** What a cancelled rest has cost, less what was paid back or credited. Undefined where nothing is left of it. */
function cancelledCost({ sentAt, lines, parcels, totals }: ActionProps['order']): number | undefined {
  // Pieces that are in no parcel, once the last one is sent.
  const cost = sentAt === null ? 0 : costOfLeft(lines, parcels) - totals.refunded;
  return cost > 0 ? cost : undefined;
}

function CancelForm({ order: { canCancel, canCancelRest }, action }: ActionProps) {
  const text = useText<Texts>();
  const form = useForm<CancelDeskOrder>('cancelDeskOrder');
  if (!canCancel && !canCancelRest && form.message === undefined) return null;
  return (
    <Section title={text('desk.cancel')} id="cancel">
      <Form action={action} form={form} submit={text(canCancelRest ? 'desk.cancelRest' : 'desk.cancelIt')} danger>
        <p className="desk-hint">{text(canCancelRest ? 'desk.cancelRestHint' : 'desk.cancelHint')}</p>
      </Form>
    </Section>
  );
}
