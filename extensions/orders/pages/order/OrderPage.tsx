import { AddressLines } from '@stoa/desk-ui/address-lines';
import { Area, Head, useFormat, useShop, useText } from 'stoa';
import type { Layout, OrderPageProps, Texts } from '../../orders.gen.ts';
import { OrderLacks } from '../../src/order-lacks.tsx';
import { OrderSummary } from '../../src/order-summary.tsx';
import { ParcelList } from '../../src/parcel-list.tsx';
import styles from './OrderPage.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['orderBottom'];
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId"), key: getContextValue("key")) {
      number state placedAt payUntil missing refusedVouchers voucherProblems payAddress deliveryLabel paymentLabel invoiceNumber sentAt isPartlySent withdrawnAt
      address { name addition street postcode city region phone country }
      parcels { number sentAt tracking lines { sku name label quantity } }
      lines { sku productId name label quantity unit gross reduction rate }
      totals { goods reduction delivery fees total refunded reductions { label amount } taxes { rate net tax } }
    }
  }
`;

export default function OrderPage({ order }: OrderPageProps) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const shop = useShop();
  if (order === null) return null;
  const { address, number, state, payAddress, invoiceNumber, parcels, withdrawnAt } = order;
  const isUnderWay = order.isPartlySent && withdrawnAt === null;
  // Nothing more of it is prepared: that the buyer has withdrawn says all.
  const isOver = order.isPartlySent && withdrawnAt !== null;
  return (
    <article className={styles.page}>
      <Head title={text.plain('order.titleOfPage', { number, shop: shop.name })} noindex />
      <h1>{text('order.number', { number })}</h1>
      {!isOver && (
        <p role="status" className={styles.state}>
          {order.sentAt !== null && text('state.sent', { at: order.sentAt })}
          {order.sentAt === null && (isUnderWay ? text('state.partlySent') : text('state', { state }))}
        </p>
      )}
      {withdrawnAt !== null && <p>{text('end.withdrawn', { at: withdrawnAt })}</p>}
      <OrderLacks {...order} />
      {state === 'PENDING' && payAddress !== null && (
        <p>
          <a className={styles.pay} href={payAddress} rel="noreferrer">
            {text('order.pay', { amount: money(order.totals.total) })}
          </a>
          <br />
          {text('order.payUntil', { until: order.payUntil })}
        </p>
      )}
      <OrderSummary {...order} className={styles.summary} />
      {parcels.length > 0 && (
        <section>
          <h2>{text('parcel.parcels')}</h2>
          <ParcelList {...order} isOpen={isUnderWay} />
        </section>
      )}
      <h2>{text('order.deliveredTo')}</h2>
      <AddressLines address={address} phoneLabel={text('order.phone')} />
      <p>{text('order.paidBy', { label: order.paymentLabel })}</p>
      <p>{text('order.placedAt', { at: order.placedAt })}</p>
      {invoiceNumber !== null && <p>{text('order.invoice', { number: invoiceNumber })}</p>}
      <Area id="orderBottom" />
    </article>
  );
}
