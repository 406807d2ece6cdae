import { Section } from '@stoa/desk-ui';
import { useMenu, useText } from 'stoa';
import type { FirstStepsProps, Layout, Texts } from '../../orders.gen.ts';

export const layout: Layout = { areaId: 'deskFigures', sortOrder: 5 };
export const permissions = ['orders:write', 'stoa:settings'];
export const query = /* GraphQL */ `
  query { orderFigures { isNewShop } }
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
export default function FirstSteps({ orderFigures }: FirstStepsProps) {
  const text = useText<Texts>();
  const menu = useMenu('desk');
  if (orderFigures?.isNewShop !== true) return null;
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
