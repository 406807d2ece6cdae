import { usePage, useText } from 'stoa';
import type { Layout, OrderEndProps, Texts } from '../../orders.gen.ts';
import styles from './OrderEnd.module.css';

export const layout: Layout = { areaId: 'orderBottom', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId"), key: getContextValue("key")) { number email url canCancel canWithdraw }
    cancel: url(routeId: "cancelOrder", params: { orderId: getContextValue("orderId") })
    withdraw: url(routeId: "withdrawOrder", params: { orderId: getContextValue("orderId") })
  }
`;

/** The buyer's ways out: cancel before the parcel is sent, and withdraw from the contract in two steps. */
export default function OrderEnd({ order, cancel, withdraw }: OrderEndProps) {
  const text = useText<Texts>();
  const { key, step } = usePage().query;
  if (order === null || cancel === null || withdraw === null) return null;
  const search = `?${new URLSearchParams(key === undefined ? {} : { key: String(key) })}`;
  const here = `${order.url ?? ''}${search}`;
  return (
    <section className={styles.end}>
      {order.canWithdraw && step === 'withdraw' && (
        <form method="post" action={withdraw + search}>
          <p>{text('end.question', { number: order.number, email: order.email })}</p>
          <button type="submit">{text('end.confirm')}</button> <a href={here}>{text('end.back')}</a>
        </form>
      )}
      {order.canWithdraw && step !== 'withdraw' && <a href={`${here}&step=withdraw`}>{text('end.withdraw')}</a>}
      {order.canCancel && step !== 'withdraw' && (
        <form method="post" action={cancel + search}>
          <button type="submit">{text('end.cancel')}</button>
        </form>
      )}
    </section>
  );
}
