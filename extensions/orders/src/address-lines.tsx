import { useShop } from 'stoa';
import type { OrderRow } from './order-row.ts';

/** An address as it stands on a parcel, line by line. */
export function AddressLines({ address }: Pick<OrderRow, 'address'>) {
  const { name, street, postcode, city, country } = address;
  const nameOf = useCountryName();
  return (
    <address>
      {[name, street, `${postcode} ${city}`, nameOf(country)].map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
    </address>
  );
}

/** What a country is called in the language of the page, by its code. */
export function useCountryName(): (country: string) => string {
  const names = new Intl.DisplayNames(useShop().locale, { type: 'region' });
  return (country) => names.of(country) ?? country;
}
