import { Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Layout, LowStockProps, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'deskFigures', sortOrder: 30 };
export const permissions = ['stock:write'];
export const query = /* GraphQL */ `
  query {
    stockLevels(low: true, first: 1) { total }
    list: url(routeId: "deskStock")
  }
`;

/** How many SKUs run out. */
export default function LowStock({ stockLevels, list }: LowStockProps) {
  const text = useText<Texts>();
  if (stockLevels === null) return null;
  const { total } = stockLevels;
  return (
    <Section title={text('desk.low')}>
      <p className="desk-figure">{text('desk.number', { count: total })}</p>
      <p>
        <a href={`${list ?? ''}?low=true`}>{text('desk.lowCount', { count: total })}</a>
      </p>
    </Section>
  );
}
