import { Facts, Section, Table } from '@stoa/desk-ui';
import { useFormat, useShop, useText } from 'stoa';
import type { CustomerFactsProps, Layout, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskCustomer(id: getContextValue("customerId")) {
      id email memberSince
      addresses { id name street postcode city country }
    }
  }
`;

/** The account, and where parcels go. */
export default function CustomerFacts({ deskCustomer }: CustomerFactsProps) {
  const text = useText<Texts>();
  const { day } = useFormat();
  const countries = new Intl.DisplayNames(useShop().locale, { type: 'region' });
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
            { key: 'name', label: text.plain('address.name') },
            { key: 'street', label: text.plain('address.street') },
            { key: 'city', label: text.plain('address.city') },
            { key: 'country', label: text.plain('address.country') },
          ]}
          rows={addresses.map((address) => ({
            key: address.id,
            cells: {
              name: <bdi>{address.name}</bdi>,
              street: <bdi>{address.street}</bdi>,
              city: <bdi>{`${address.postcode} ${address.city}`}</bdi>,
              country: countries.of(address.country),
            },
          }))}
          empty={text('desk.noAddresses')}
        />
      </Section>
    </>
  );
}
