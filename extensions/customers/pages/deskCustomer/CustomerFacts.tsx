import { Facts, Section, Table } from '@stoa/desk-ui';
import { addressLines } from '@stoa/desk-ui/address';
import { nameOfCountry } from '@stoa/desk-ui/countries';
import { useFormat, useShop, useText } from 'stoa';
import type { CustomerFactsProps, Layout, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskCustomer(id: getContextValue("customerId")) {
      id email memberSince
      addresses { id name addition street postcode city region phone country }
    }
  }
`;

/** The account, and where parcels go. */
export default function CustomerFacts({ deskCustomer }: CustomerFactsProps) {
  const text = useText<Texts>();
  const { day } = useFormat();
  const { locale } = useShop();
  if (deskCustomer === null) return null;
  const { id, email, memberSince, addresses } = deskCustomer;
  return (
    <>
      <Section title={text('desk.account')}>
        <Facts
          items={[
            [text.plain('desk.number'), id],
            [
              text.plain('account.email'),
              <a key="email" href={`mailto:${email}`}>
                <bdi>{email}</bdi>
              </a>,
            ],
            [text.plain('account.memberSince'), day(memberSince)],
          ]}
        />
      </Section>
      <Section title={text('desk.addresses')}>
        <Table
          caption={text.plain('desk.addresses')}
          columns={[
            { key: 'address', label: text.plain('desk.address') },
            { key: 'phone', label: text.plain('address.phoneShort') },
          ]}
          rows={addresses.map(({ id: key, phone, ...address }) => ({
            key,
            cells: {
              address: <bdi>{addressLines(address, (code) => nameOfCountry(locale, code)).join(', ')}</bdi>,
              phone: phone && <bdi dir="ltr">{phone}</bdi>,
            },
          }))}
          empty={text('desk.noAddresses')}
        />
      </Section>
    </>
  );
}
