import { addressCountries, countriesIn, nameOfCountry } from '@stoa/desk-ui/countries';
import { useForm, usePage, useShop, useText } from 'stoa';
import type { AddressesProps, Layout, SaveAddress, Texts } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';
import type { FormField } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    me { addresses { id name street postcode city country removal } }
    action: url(routeId: "saveAddress")
    page: url(routeId: "accountAddresses")
  }
`;

const fields: readonly FormField[] = [
  { name: 'name', label: 'address.name', autoComplete: 'shipping name', maxLength: 100 },
  { name: 'street', label: 'address.street', autoComplete: 'shipping street-address', maxLength: 200 },
  { name: 'postcode', label: 'address.postcode', autoComplete: 'shipping postal-code', maxLength: 20 },
  { name: 'city', label: 'address.city', autoComplete: 'shipping address-level2', maxLength: 100 },
];

export default function Addresses({ me, action, page }: AddressesProps) {
  const { locale, country: own } = useShop();
  const { query: parameters } = usePage();
  const text = useText<Texts>();
  const form = useForm<SaveAddress>('saveAddress');
  if (action === null || page === null || me === null) return null;
  const edit = form.values.address ?? parameters.edit;
  const changed = me.addresses.find(({ id }) => id === edit);
  const values = { ...changed, ...form.values };
  return (
    <FormPage
      title={text.plain('address.title')}
      action={action}
      form={{ ...form, values }}
      fields={fields}
      hidden={{ address: changed?.id }}
      submit={text(changed === undefined ? 'address.add' : 'address.save')}
      lead={<AddressList addresses={me.addresses} page={page} />}
      after={changed !== undefined && <a href={page}>{text('address.back')}</a>}
    >
      <div className={styles.field}>
        <label htmlFor="country">{text('address.country')}</label>
        <select id="country" name="country" autoComplete="shipping country" defaultValue={values.country ?? own}>
          {countriesIn(locale, [...addressCountries, own]).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </FormPage>
  );
}

interface AddressListProps {
  readonly addresses: NonNullable<AddressesProps['me']>['addresses'];
  /** The address of the page that has the list and the form. */
  readonly page: string;
}

/** The addresses of a customer, each with the ways to change and to remove it. */
function AddressList({ addresses, page }: AddressListProps) {
  const text = useText<Texts>();
  const { locale } = useShop();
  if (addresses.length === 0) return <p>{text('address.empty')}</p>;
  return (
    <ul className={styles.list}>
      {addresses.map(({ id, name, street, postcode, city, country, removal }) => (
        <li key={id} className={styles.item}>
          <address>
            {[name, street, `${postcode} ${city}`, nameOfCountry(locale, country)].map((line) => (
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
