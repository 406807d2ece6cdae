import { Badge, Field, Form, moneyText, Section, Table } from '@stoa/desk-ui';
import { useForm, useFormat, usePage, useShop, useText } from 'stoa';
import type { Layout, ListPricesProps, RemoveListPrice, SetListPrice, Texts } from '../../pricing.gen.ts';
import { shownTime } from '../../src/local-time.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 40 };
export const permissions = ['pricing:write'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) {
      variants { sku baseMoney money priorMoney lowestMoney listPrices { priceListId name money from until isNow } }
    }
    priceLists { priceListId name isNow }
    set: url(routeId: "setListPrice", params: { productId: getContextValue("productId") })
    remove: url(routeId: "removeListPrice", params: { productId: getContextValue("productId") })
  }
`;

/** What price lists say of each variant, and a form that sets a price in a list. */
export default function ListPrices({ product, priceLists, set, remove }: ListPricesProps) {
  const form = useForm<SetListPrice>('setListPrice');
  const { saved } = usePage().query;
  const text = useText<Texts>();
  const shop = useShop();
  if (product === null || set === null || remove === null) return null;
  const { variants } = product;
  const skus = variants.map(({ sku }) => [sku, sku] as const);
  const lists = (priceLists ?? []).map(({ priceListId, name }) => [priceListId, name] as const);
  const base = moneyText(variants[0]?.baseMoney ?? 0, shop);
  return (
    <Section title={text('desk.prices')} id="prices">
      {saved === 'prices' && <p role="status">{text('desk.saved')}</p>}
      <PriceTable variants={variants} remove={`${remove}#prices`} />
      <h3>{text('desk.setPrice')}</h3>
      <Form action={`${set}#prices`} form={form} submit={text('desk.save')} inline>
        <Field name="sku" label={text('desk.sku')} type="select" options={skus} />
        <Field name="list" label={text('desk.list')} type="select" options={lists} />
        <Field name="price" label={text('desk.price')} value={base} required />
      </Form>
    </Section>
  );
}

interface PriceTableProps {
  readonly variants: NonNullable<ListPricesProps['product']>['variants'];
  /** The route that takes a SKU out of a list. */
  readonly remove: string;
}

/** The base prices, then those of lists, each with a button that removes it. */
function PriceTable({ variants, remove }: PriceTableProps) {
  const form = useForm<RemoveListPrice>('removeListPrice');
  const text = useText<Texts>();
  const format = useFormat();
  const { timeZone } = useShop();
  const prices = variants.flatMap(({ sku, listPrices, ...variant }) =>
    (listPrices ?? []).map((price) => ({
      ...{ sku, ...price, key: `${sku} ${price.priceListId}` },
      before: price.isNow && price.money === variant.money ? variant.priorMoney : variant.lowestMoney,
    })),
  );
  return (
    <Table
      caption={text.plain('desk.prices')}
      columns={[
        { key: 'sku', label: text.plain('desk.sku') },
        { key: 'list', label: text.plain('desk.list') },
        { key: 'from', label: text.plain('desk.from') },
        { key: 'until', label: text.plain('desk.until') },
        { key: 'price', label: text.plain('desk.price'), align: 'end' },
        { key: 'remove', label: text.plain('desk.remove') },
      ]}
      rows={[
        ...variants.map(({ sku, baseMoney }) => ({
          key: sku,
          cells: { sku, list: text('desk.base'), from: '–', until: '–', price: format.money(baseMoney), remove: '' },
        })),
        ...prices.map(({ key, sku, priceListId, name, money, from, until, isNow, before }) => ({
          key,
          cells: {
            sku,
            list: (
              <>
                {name} <Badge tone={isNow ? 'good' : 'neutral'}>{text(isNow ? 'desk.holds' : 'desk.holdsNot')}</Badge>
                {before !== null && money >= before && (
                  <p className="desk-hint">{text('desk.noReduction', { price: format.money(before) })}</p>
                )}
              </>
            ),
            from: shownTime(from, timeZone),
            until: shownTime(until, timeZone),
            price: format.money(money),
            remove: (
              <Form
                action={remove}
                form={`${form.values.sku} ${form.values.list}` === key ? form : undefined}
                submit={text('desk.remove')}
                hidden={{ sku, list: priceListId }}
                danger
                inline
              />
            ),
          },
        })),
      ]}
      empty={text('desk.noPrices')}
    />
  );
}
