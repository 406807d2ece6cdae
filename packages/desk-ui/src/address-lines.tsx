import type { ReactNode } from 'react';
import { useShop } from 'stoa';
import { addressLines, type PostalAddress } from './address.ts';
import { nameOfCountry } from './countries.ts';

interface AddressLinesProps {
  readonly address: PostalAddress & { readonly phone?: string | null | undefined };
  /** Stands before the phone, where there is one. */
  readonly phoneLabel: ReactNode;
}

/** An address as it stands on a parcel, with the phone below. */
export function AddressLines({ address, phoneLabel }: AddressLinesProps) {
  const { locale } = useShop();
  const lines = addressLines(address, (country) => nameOfCountry(locale, country));
  const { phone } = address;
  return (
    <address>
      {/* Two lines may be the same, such as those of a city and its country. */}
      {[...lines.entries()].map(([place, line]) => (
        <div key={place}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {phone && (
        <div>
          {phoneLabel}: <bdi dir="ltr">{phone}</bdi>
        </div>
      )}
    </address>
  );
}
