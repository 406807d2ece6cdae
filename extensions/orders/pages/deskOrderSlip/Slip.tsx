import { Head, useFormat, useShop, useText } from 'stoa';
import type { Layout, SlipProps, Texts } from '../../orders.gen.ts';
import { AddressLines } from '../../src/address-lines.tsx';
import styles from './Slip.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId")) {
      number placedAt deliveryLabel
      address { name street postcode city country }
      lines { sku name label quantity }
    }
  }
`;

/** What is in the parcel, without prices: to be printed. */
export default function Slip({ order }: SlipProps) {
  const text = useText<Texts>();
  const { day, number } = useFormat();
  const shop = useShop();
  if (order === null) return null;
  const { address, lines } = order;
  return (
    <article className={styles.slip}>
      <Head title={text.plain('desk.slip')} noindex />
      <p className={styles.hint}>{text('desk.print')}</p>
      <h1>{shop.name}</h1>
      <AddressLines address={address} />
      <p>
        {text('desk.order', { number: order.number })} · {day(order.placedAt)} · {order.deliveryLabel}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('desk.pieces')}</th>
            <th scope="col">{text('summary.product')}</th>
            <th scope="col">SKU</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ sku, name, label, quantity }) => (
            <tr key={sku}>
              <td>{number(quantity)}</td>
              <td>
                <bdi>{[name, label].filter(Boolean).join(' · ')}</bdi>
              </td>
              <td>{sku}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
