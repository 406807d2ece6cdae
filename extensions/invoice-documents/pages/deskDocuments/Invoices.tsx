import { CsvLinks, Filters, Section, Table, Title } from '@stoa/desk-ui';
import { nameOfCountry } from '@stoa/desk-ui/countries';
import { useFormat, usePage, useShop, useText } from 'stoa';
import type { InvoicesProps, Layout, Texts } from '../../invoice-documents.gen.ts';
import { usePeriods } from '../../src/use-periods.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    salesBook(period: getContextValue("period"), page: getContextValue("page")) {
      pages
      documents { kind number issuedAt country amount url order { number deskUrl } }
      sums { country rate net tax }
    }
    csv: url(routeId: "exportDocuments")
  }
`;

/** Invoices and credit notes, and what was sold in a period. */
export default function Invoices({ salesBook, csv }: InvoicesProps) {
  const text = useText<Texts>();
  const { day, money } = useFormat();
  const { locale } = useShop();
  const { period = '' } = usePage().query;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const file = csv !== null && period !== '' ? `${csv}?period=${encodeURIComponent(period)}` : csv;
  return (
    <>
      <Title title={text.plain('desk.documents')} actions={<CsvLinks csv={file} />} />
      <Filters selects={[{ name: 'period', label: text.plain('desk.period'), options: usePeriods() }]} />
      <Table
        caption={text.plain('desk.documents')}
        columns={[
          { key: 'number', label: text.plain('number') },
          { key: 'kind', label: text.plain('desk.kind') },
          { key: 'day', label: text.plain('day') },
          { key: 'order', label: text.plain('order') },
          { key: 'country', label: text.plain('desk.country') },
          { key: 'amount', label: text.plain('amount'), align: 'end' },
        ]}
        rows={(salesBook?.documents ?? []).map(({ kind, number, issuedAt, country, amount, url, order }) => ({
          key: number,
          href: url,
          cells: {
            number,
            kind: text('desk.kindOf', { kind }),
            day: day(issuedAt),
            order: order?.deskUrl ? <a href={order.deskUrl}>{order.number}</a> : order?.number,
            country: nameOfCountry(locale, country),
            amount: money(amount),
          },
        }))}
        empty={text('desk.noDocuments')}
        pages={salesBook?.pages}
      />
      {salesBook !== null && salesBook.sums.length > 0 && (
        <Section title={text('desk.sums')}>
          <Table
            caption={text.plain('desk.sums')}
            columns={[
              { key: 'country', label: text.plain('desk.country') },
              { key: 'rate', label: text.plain('desk.rate') },
              { key: 'net', label: text.plain('net'), align: 'end' },
              { key: 'tax', label: text.plain('tax'), align: 'end' },
              { key: 'gross', label: text.plain('gross'), align: 'end' },
            ]}
            rows={salesBook.sums.map(({ country, rate, net, tax }) => ({
              key: `${country}${rate}`,
              cells: {
                country: nameOfCountry(locale, country),
                rate: rate === null ? text('desk.noRate') : percent.format(rate / 10_000),
                net: money(net),
                tax: money(tax),
                gross: money(net + tax),
              },
            }))}
            empty=""
          />
        </Section>
      )}
    </>
  );
}
