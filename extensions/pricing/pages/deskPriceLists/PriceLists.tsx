import { Badge, Form, Saved, Section, Table, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useShop, useText } from 'stoa';
import type { AddPriceList, Layout, PriceListsProps, Texts } from '../../pricing.gen.ts';
import { ListFields } from '../../src/list-fields.tsx';
import { shownTime } from '../../src/local-time.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    priceLists { priceListId name priority from until isNow prices url }
    action: url(routeId: "addPriceList")
  }
`;

/** All price lists, and a form for one more. */
export default function PriceLists({ priceLists, action }: PriceListsProps) {
  const form = useForm<AddPriceList>('addPriceList');
  const text = useText<Texts>();
  const { number } = useFormat();
  const { timeZone } = useShop();
  return (
    <>
      <Title title={text.plain('desk.lists')} />
      <Saved of={{ list: text('desk.saved') }} />
      <Table
        caption={text.plain('desk.lists')}
        columns={[
          { key: 'name', label: text.plain('desk.name') },
          { key: 'state', label: text.plain('desk.state') },
          { key: 'from', label: text.plain('desk.from') },
          { key: 'until', label: text.plain('desk.until') },
          { key: 'priority', label: text.plain('desk.priority'), align: 'end' },
          { key: 'prices', label: text.plain('desk.count'), align: 'end' },
        ]}
        rows={(priceLists ?? []).map(({ priceListId, name, priority, from, until, isNow, prices, url }) => ({
          key: priceListId,
          href: url,
          cells: {
            name,
            state: <Badge tone={isNow ? 'good' : 'neutral'}>{text(isNow ? 'desk.holds' : 'desk.holdsNot')}</Badge>,
            from: shownTime(from, timeZone),
            until: shownTime(until, timeZone),
            priority: number(priority),
            prices: number(prices),
          },
        }))}
        empty={text('desk.noLists')}
      />
      <Section title={text('desk.newList')} id="new">
        <Form action={action === null ? null : `${action}#new`} form={form} submit={text('desk.add')}>
          <ListFields priority={0} />
        </Form>
      </Section>
    </>
  );
}
