import { LinkButton, Saved, Title } from '@stoa/desk-ui';
import { Area, usePage, useText } from 'stoa';
import type { DeskProductProps, Layout, Texts } from '../../catalog.gen.ts';
import { StateLabel } from '../../src/desk/state-label.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskProductAdded', 'deskSections'];
export const query = /* GraphQL */ `
  query {
    deskProduct(id: getContextValue("productId")) { productId name state publishAt hideAt }
    shown: url(routeId: "productPage", params: { productId: getContextValue("productId") })
    list: url(routeId: "deskProducts")
  }
`;

/** A product. What can be changed of it are sections, also of other extensions. */
export default function DeskProduct({ deskProduct, shown, list }: DeskProductProps) {
  const text = useText<Texts>();
  const isAdded = usePage().query.saved === 'product';
  if (deskProduct === null) return null;
  const saved = text('desk.saved');
  return (
    <>
      <Title
        title={deskProduct.name}
        back={{ href: list, label: text('desk.products') }}
        actions={shown !== null && <LinkButton href={shown}>{text('desk.show')}</LinkButton>}
      />
      <p>
        <StateLabel of={deskProduct} />
      </p>
      <Saved of={{ product: saved, facts: saved, times: saved, texts: saved, variants: saved }} />
      {isAdded && <Area id="deskProductAdded" />}
      <Area id="deskSections" />
    </>
  );
}
