import { Filters, Saved, Table, Title } from '@stoa/desk-ui';
import { useFormat, useText } from 'stoa';
import type { DeskCustomersProps, Layout, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskCustomers(search: getContextValue("search"), page: getContextValue("page")) {
      pages
      customers { id name email memberSince url }
    }
  }
`;

/** All who have an account. */
export default function DeskCustomers({ deskCustomers }: DeskCustomersProps) {
  const text = useText<Texts>();
  const { day } = useFormat();
  const title = text.plain('desk.customers');
  return (
    <>
      <Title title={title} />
      <Saved of={{ erased: text('desk.erased') }} />
      <Filters search={{ name: 'search', label: text.plain('desk.search') }} />
      <Table
        caption={title}
        columns={[
          { key: 'name', label: text.plain('account.name') },
          { key: 'email', label: text.plain('account.email') },
          { key: 'since', label: text.plain('account.memberSince') },
        ]}
        rows={(deskCustomers?.customers ?? []).map(({ id, name, email, memberSince, url }) => ({
          key: id,
          href: url,
          cells: {
            name: <bdi>{name}</bdi>,
            email: <bdi>{email}</bdi>,
            since: <time dateTime={memberSince}>{day(memberSince)}</time>,
          },
        }))}
        empty={text('desk.none')}
        pages={deskCustomers?.pages}
      />
    </>
  );
}
