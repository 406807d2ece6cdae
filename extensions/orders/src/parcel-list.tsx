import { useFormat, useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import { leftOf, type NamedPieces, nameOf } from './parcels.ts';

interface ParcelListProps {
  readonly parcels: readonly {
    readonly number: number;
    readonly sentAt: string;
    readonly tracking: string | null;
    readonly lines: readonly NamedPieces[];
  }[];
  /** Of the order. */
  readonly lines: readonly NamedPieces[];
  /** Whether what is left is to be sent. */
  readonly isOpen: boolean;
  /** Where the packing slip of a parcel is; left out for the buyer. */
  readonly slip?: string | null;
}

/** The parcels of an order, and what is still to be sent, on its pages. */
export function ParcelList({ parcels, lines, isOpen, slip = null }: ParcelListProps) {
  const text = useText<Texts>();
  const left = leftOf(lines, parcels);
  return (
    <>
      {parcels.map(({ number, sentAt, tracking, lines: own }) => (
        <div key={number}>
          <h3>{text('parcel.title', { number, at: sentAt })}</h3>
          {tracking !== null && <p>{text('order.tracking', { code: tracking })}</p>}
          <PieceList lines={own} />
          {slip !== null && <a href={`${slip}?parcel=${number}`}>{text('parcel.slip', { number })}</a>}
        </div>
      ))}
      {left.length > 0 && (
        <>
          <h3>{text(isOpen ? 'parcel.left' : 'parcel.notSent')}</h3>
          <PieceList lines={left} />
        </>
      )}
    </>
  );
}

/** What is in a parcel, on pages and in mails. */
export function PieceList({ lines }: { readonly lines: readonly NamedPieces[] }) {
  const { number } = useFormat();
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.sku}>
          {number(line.quantity)} × <bdi>{nameOf(line)}</bdi>
        </li>
      ))}
    </ul>
  );
}
