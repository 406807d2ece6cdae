import { CsvLinks, Form, Section, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { ChangePriceList, Layout, PriceListProps, Texts } from '../../pricing.gen.ts';
import { ListFields } from '../../src/list-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    priceList(id: getContextValue("priceListId")) { name priority from until version }
    action: url(routeId: "changePriceList", params: { priceListId: getContextValue("priceListId") })
    list: url(routeId: "deskPriceLists")
    csv: url(routeId: "exportPrices", params: { priceListId: getContextValue("priceListId") })
    upload: url(routeId: "deskPriceImport", params: { priceListId: getContextValue("priceListId") })
  }
`;

/** A price list. An end in the past ends it. */
export default function PriceList({ priceList, action, list, csv, upload }: PriceListProps) {
  const form = useForm<ChangePriceList>('changePriceList');
  const text = useText<Texts>();
  if (priceList === null) return null;
  const { version, ...fields } = priceList;
  const back = { href: list, label: text('desk.lists') };
  return (
    <>
      <Title title={fields.name} back={back} actions={<CsvLinks csv={csv} upload={upload} />} />
      <Section title={text('desk.list')}>
        <Form action={action} form={form} submit={text('desk.save')} hidden={{ version }}>
          <ListFields {...fields} />
        </Form>
      </Section>
    </>
  );
}
