import { Section } from '@stoa/desk-ui';
import { useMenu, useText } from 'stoa';
import type { FirstStepsProps, Layout, Texts } from '../../orders.gen.ts';

export const layout: Layout = { areaId: 'deskFigures', sortOrder: 5 };
export const permissions = ['orders:write', 'stoa:settings'];
export const query = /* GraphQL */ `
  query { orders(first: 1) { total } }
`;

/** Pages of the desk, in the order in which a new shop needs them, and what is done there. */
const steps = {
  deskSettings: 'desk.first.settings',
  deskProducts: 'desk.first.examples',
  deskCategories: 'desk.first.categories',
  deskContent: 'desk.first.pages',
  deskVouchers: 'desk.first.vouchers',
} as const;

/** What leads to the first order. An extension without its page has no step. */
export default function FirstSteps({ orders }: FirstStepsProps) {
  const text = useText<Texts>();
  const menu = useMenu('desk');
  if (orders === null || orders.total > 0) return null;
  return (
    <Section title={text('desk.first')}>
      <ol>
        {Object.entries(steps).map(([page, step]) => {
          const entry = menu.find(({ routeId }) => routeId === page);
          return (
            entry !== undefined && (
              <li key={page}>
                <a href={entry.path}>{entry.label}</a>: {text(step)}
              </li>
            )
          );
        })}
        <li>{text('desk.first.order')}</li>
      </ol>
    </Section>
  );
}
