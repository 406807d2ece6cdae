import { useFormat, useShop, useText } from 'stoa';
import type { SlipProps, Texts } from '../../orders.gen.ts';
import { AddressLines } from '../address-lines.tsx';
import { leftOf } from '../parcels.ts';
import styles from './slip.module.css';

interface PackingSlipProps {
  readonly order: NonNullable<SlipProps['order']>;
  /** The number of a parcel. Empty: what is left to be sent. */
  readonly parcel?: string;
  /** Of one slip among several. */
  readonly heading?: 'h1' | 'h2';
}

/** What is in a parcel, or what is left to be sent, without prices: to be printed. */
export function PackingSlip({ order, parcel = '', heading: Heading = 'h1' }: PackingSlipProps) {
  const text = useText<Texts>();
  const { day, number } = useFormat();
  const shop = useShop();
  const { address, parcels, sentAt } = order;
  const left = sentAt === null ? leftOf(order.lines, parcels) : [];
  const lines = parcel === '' ? left : parcels.find((each) => String(each.number) === parcel)?.lines;
  if (lines === undefined) return <p>{text('parcel.none')}</p>;
  return (
    <article className={styles.slip}>
      <Heading>{shop.name}</Heading>
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
