import { AddressLines } from '@stoa/desk-ui/address-lines';
import { useFormat, useShop, useText } from 'stoa';
import type { SlipProps, Texts } from '../../orders.gen.ts';
import { leftOf } from '../parcels.ts';
import { LinesToPack } from './lines-to-pack.tsx';
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
  const { day } = useFormat();
  const shop = useShop();
  const { address, parcels, sentAt } = order;
  const left = sentAt === null ? leftOf(order.lines, parcels) : [];
  const lines = parcel === '' ? left : parcels.find((each) => String(each.number) === parcel)?.lines;
  if (lines === undefined) return <p>{text('parcel.none')}</p>;
  return (
    <article className={styles.slip}>
      <Heading>{shop.name}</Heading>
      <AddressLines address={address} phoneLabel={text('order.phone')} />
      <p>
        {text('desk.order', { number: order.number })} · {day(order.placedAt)} · {order.deliveryLabel}
        {parcel !== '' && <> · {text('parcel.number', { number: parcel })}</>}
      </p>
      <LinesToPack lines={lines} />
    </article>
  );
}
