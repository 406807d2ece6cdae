import { LinkButton, Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Layout, ProductEndProps, Texts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 100 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    removal: url(routeId: "deskProductRemoval", params: { productId: getContextValue("productId") })
  }
`;

/** The way to the page that asks whether the product is to be deleted. */
export default function ProductEnd({ removal }: ProductEndProps) {
  const text = useText<Texts>();
  if (removal === null) return null;
  return (
    <Section title={text('desk.delete')} id="delete">
      <p className="desk-hint">{text('desk.deleteHint')}</p>
      <LinkButton href={removal}>{text('desk.delete')}</LinkButton>
    </Section>
  );
}
