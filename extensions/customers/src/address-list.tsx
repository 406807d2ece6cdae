import { useShop, useText } from 'stoa';
import type { AddressesProps, Texts } from '../customers.gen.ts';
import styles from './account-form.module.css';

interface AddressListProps {
  readonly addresses: NonNullable<AddressesProps['me']>['addresses'];
  /** The address of the page that has the list and the form. */
  readonly page: string;
}

/** The addresses of a customer, each with the ways to change and to remove it. */
export function AddressList({ addresses, page }: AddressListProps) {
  const text = useText<Texts>();
  const countries = new Intl.DisplayNames(useShop().locale, { type: 'region' });
  if (addresses.length === 0) return <p>{text('address.empty')}</p>;
  return (
    <ul className={styles.list}>
      {addresses.map(({ id, name, street, postcode, city, country, removal }) => (
        <li key={id} className={styles.item}>
          <address>
            {[name, street, `${postcode} ${city}`, countries.of(country)].map((line) => (
              <div key={line}>
                <bdi>{line}</bdi>
              </div>
            ))}
          </address>
          <a href={`${page}?edit=${id}`} aria-label={text.plain('address.changeThis', { name, street })}>
            {text('address.change')}
          </a>
          {removal !== null && (
            <form method="post" action={removal}>
              <button type="submit" aria-label={text.plain('address.removeThis', { name, street })}>
                {text('address.remove')}
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}
