import { useCountryName } from './country-name.ts';
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
