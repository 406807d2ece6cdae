import { Facts, LinkButton, Saved, Section, Title } from '@stoa/desk-ui';
import { addressLines } from '@stoa/desk-ui/address';
import { nameOfCountry } from '@stoa/desk-ui/countries';
import { Area, useFormat, useShop, useText } from 'stoa';
import type { Layout, OrderProps, Texts } from '../../orders.gen.ts';
import { OrderBadge } from '../../src/desk/order-badge.tsx';
import { OrderSummary } from '../../src/order-summary.tsx';
import { ParcelList } from '../../src/parcel-list.tsx';
import styles from './Order.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskSections'];
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId")) {
      number state placedAt sentAt canSend isPartlySent withdrawnAt email name deliveryLabel paymentLabel invoiceNumber
      address { name addition street postcode city region phone country }
      parcels { number sentAt tracking lines { sku name label quantity } }
      lines { sku productId name label quantity unit gross reduction rate }
      totals { goods reduction delivery fees total refunded reductions { label amount } taxes { rate net tax } }
    }
    list: url(routeId: "deskOrders")
    slip: url(routeId: "deskOrderSlip", params: { orderId: getContextValue("orderId") })
  }
`;

type ShownOrder = NonNullable<OrderProps['order']>;

/** One order whole. Other extensions add sections. */
export default function Order({ order, list, slip }: OrderProps) {
  const text = useText<Texts>();
  if (order === null) return null;
  const { number, canSend, withdrawnAt, parcels } = order;
  return (
    <>
      <Title
        title={text.plain('desk.order', { number })}
        back={{ href: list, label: text('desk.orders') }}
        actions={slip !== null && canSend === true && <LinkButton href={slip}>{text('desk.slip')}</LinkButton>}
      />
      <Saved
        of={{
          placed: text('desk.isPlaced'),
          sent: text('desk.isSent'),
          refunded: text('desk.isRefunded'),
          credited: text('desk.isCredited'),
          cancelled: text('desk.isCancelled'),
          restCancelled: text('desk.isRestCancelled'),
        }}
      />
      <Section title={text('desk.lines')}>
        <OrderSummary {...order} className={styles.lines} />
      </Section>
      <Delivery order={order} />
      {parcels.length > 0 && (
        <Section title={text('parcel.parcels')} id="parcels">
          <ParcelList {...order} isOpen={order.isPartlySent && withdrawnAt === null} slip={slip} />
        </Section>
      )}
      <History order={order} />
      <Area id="deskSections" />
    </>
  );
}

function Delivery({ order }: { readonly order: ShownOrder }) {
  const text = useText<Texts>();
  const { locale } = useShop();
  const { email, invoiceNumber } = order;
  const { phone } = order.address;
  const shownPhone = <bdi dir="ltr">{phone}</bdi>;
  const address = addressLines(order.address, (country) => nameOfCountry(locale, country)).join(', ');
  return (
    <Section title={text('desk.delivery')}>
      <Facts
        items={[
          [text.plain('desk.state'), <OrderBadge key="state" {...order} />],
          [text.plain('desk.buyer'), <bdi key="buyer">{order.name}</bdi>],
          [
            text.plain('desk.email'),
            email === '' ? (
              '–'
            ) : (
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          ],
          [text.plain('desk.address'), <bdi key="address">{address}</bdi>],
          ...(phone ? [[text.plain('order.phone'), shownPhone] as const] : []),
          [text.plain('desk.deliveryMethod'), order.deliveryLabel],
          [text.plain('desk.paymentMethod'), order.paymentLabel],
          ...(invoiceNumber === null ? [] : [[text.plain('desk.invoice'), invoiceNumber] as const]),
        ]}
      />
    </Section>
  );
}

function History({ order }: { readonly order: ShownOrder }) {
  const text = useText<Texts>();
  const { day } = useFormat();
  const { placedAt, sentAt, withdrawnAt } = order;
  return (
    <Section title={text('desk.history')}>
      <Facts
        items={[
          [text.plain('desk.placed'), day(placedAt)],
          ...(sentAt === null ? [] : [[text.plain('desk.sent'), day(sentAt)] as const]),
          ...(withdrawnAt === null ? [] : [[text.plain('desk.withdrawn'), day(withdrawnAt)] as const]),
        ]}
      />
    </Section>
  );
}
