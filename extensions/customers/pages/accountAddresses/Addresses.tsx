import { addressFields } from '@stoa/desk-ui/address';
import { AddressLines } from '@stoa/desk-ui/address-lines';
import { addressCountries, countriesIn } from '@stoa/desk-ui/countries';
import { useForm, usePage, useShop, useText } from 'stoa';
import type { AddressesProps, Layout, SaveAddress, Texts } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    me { addresses { id name addition street postcode city region phone country removal } }
    action: url(routeId: "saveAddress")
    page: url(routeId: "accountAddresses")
  }
`;

export default function Addresses({ me, action, page }: AddressesProps) {
  const { locale, country: own } = useShop();
  const { query: parameters } = usePage();
  const text = useText<Texts>();
  const form = useForm<SaveAddress>('saveAddress');
  if (action === null || page === null || me === null) return null;
  const edit = form.values.address ?? parameters.edit;
  const changed = me.addresses.find(({ id }) => id === edit);
  const values = { ...changed, ...form.values };
  const countries = [...addressCountries, own];
  return (
    <FormPage
      title={text.plain('address.title')}
      action={action}
      form={{ ...form, values }}
      fields={addressFields(countries).map((field) => ({ ...field, label: `address.${field.name}` }))}
      hidden={{ address: changed?.id }}
      submit={text(changed === undefined ? 'address.add' : 'address.save')}
      lead={<AddressList addresses={me.addresses} page={page} />}
      after={changed !== undefined && <a href={page}>{text('address.back')}</a>}
    >
      <div className={styles.field}>
        <label htmlFor="country">{text('address.country')}</label>
        <select id="country" name="country" autoComplete="shipping country" defaultValue={values.country ?? own}>
          {countriesIn(locale, countries).map(({ code, name }) => (
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
  if (addresses.length === 0) return <p>{text('address.empty')}</p>;
  return (
    <ul className={styles.list}>
      {addresses.map(({ id, name, street, removal, ...address }) => (
        <li key={id} className={styles.item}>
          <AddressLines address={{ name, street, ...address }} phoneLabel={text('address.phoneShort')} />
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
