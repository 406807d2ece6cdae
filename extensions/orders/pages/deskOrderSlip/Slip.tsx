import { Head, useFormat, usePage, useShop, useText } from 'stoa';
import type { Layout, SlipProps, Texts } from '../../orders.gen.ts';
import { AddressLines } from '../../src/address-lines.tsx';
import { leftOf } from '../../src/parcels.ts';
import styles from './Slip.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    order(id: getContextValue("orderId")) {
      number placedAt sentAt deliveryLabel
      address { name street postcode city country }
      lines { sku name label quantity }
      parcels { number lines { sku name label quantity } }
    }
  }
`;

/** What is in a parcel, or what is left to be sent, without prices: to be printed. */
export default function Slip({ order }: SlipProps) {
  const text = useText<Texts>();
  const { day, number } = useFormat();
  const shop = useShop();
  const { parcel = '' } = usePage().query;
  if (order === null) return null;
  const { address, parcels, sentAt } = order;
  const left = sentAt === null ? leftOf(order.lines, parcels) : [];
  const lines = parcel === '' ? left : parcels.find((each) => String(each.number) === parcel)?.lines;
  if (lines === undefined) return <p>{text('parcel.none')}</p>;
  return (
    <article className={styles.slip}>
      <Head title={text.plain('desk.slip')} noindex />
      <p className={styles.hint}>{text('desk.print')}</p>
      <h1>{shop.name}</h1>
      <AddressLines address={address} />
      <p>
        {text('desk.order', { number: order.number })} · {day(order.placedAt)} · {order.deliveryLabel}
        {parcel !== '' && <> · {text('parcel.number', { number: parcel })}</>}
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
