import { Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { FirstPictureProps, Layout, Texts } from '../../product-pictures.gen.ts';
import { NewPicture } from '../../src/new-picture.tsx';

export const layout: Layout = { areaId: 'deskProductAdded', sortOrder: 10 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query { add: url(routeId: "addPicture", params: { productId: getContextValue("productId") }) }
`;

/** What follows right after a product is added. */
export default function FirstPicture({ add }: FirstPictureProps) {
  const text = useText<Texts>();
  return (
    <Section title={text('pictures.first')}>
      <p>{text('pictures.firstAbout')}</p>
      <NewPicture action={add} />
    </Section>
  );
}
