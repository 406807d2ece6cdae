import { Badge, CsvLinks, Filters, Section, Table, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useText } from 'stoa';
import { CountForm } from '../../src/count-form.tsx';
import { few } from '../../src/few.ts';
import { variantName } from '../../src/variant-name.ts';
import type { CountNewStock, Layout, StockListProps, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    stockLevels(search: getContextValue("search"), low: getContextValue("low"), page: getContextValue("page")) {
      total
      pages
      levels { sku onHand reserved url variant { label product { name } } }
    }
    csv: url(routeId: "exportStock")
    count: url(routeId: "countNewStock")
    upload: url(routeId: "deskStockImport")
  }
`;

/** What is on hand, the lowest first, and a form for what is not counted yet. */
export default function StockList({ stockLevels, csv, count, upload }: StockListProps) {
  const counting = useForm<CountNewStock>('countNewStock');
  const text = useText<Texts>();
  const { number } = useFormat();
  return (
    <>
      <Title title={text.plain('desk.stock')} actions={<CsvLinks csv={csv} upload={upload} />} />
      <Filters
        search={{ name: 'search', label: text.plain('desk.sku') }}
        selects={[
          {
            name: 'low',
            label: text.plain('desk.state'),
            options: [
              ['false', text.plain('desk.all')],
              ['true', text.plain('desk.low')],
            ],
          },
        ]}
      />
      <Table
        caption={text.plain('desk.stock')}
        columns={[
          { key: 'sku', label: text.plain('desk.sku') },
          { key: 'product', label: text.plain('desk.product') },
          { key: 'onHand', label: text.plain('desk.onHand'), align: 'end' },
          { key: 'reserved', label: text.plain('desk.reserved'), align: 'end' },
          { key: 'free', label: text.plain('desk.free'), align: 'end' },
        ]}
        rows={(stockLevels?.levels ?? []).map(({ sku, onHand, reserved, url, variant }) => {
          const free = number(onHand - reserved);
          return {
            key: sku,
            href: url,
            cells: {
              sku,
              product: variantName(variant),
              onHand: number(onHand),
              reserved: number(reserved),
              free: onHand - reserved > few ? free : <Badge tone={onHand > reserved ? 'warn' : 'bad'}>{free}</Badge>,
            },
          };
        })}
        empty={text('desk.none')}
        pages={stockLevels?.pages}
      />
      <Section title={text('desk.countNew')} id="count">
        <CountForm action={count && `${count}#count`} form={counting} onHand={null} />
      </Section>
    </>
  );
}
