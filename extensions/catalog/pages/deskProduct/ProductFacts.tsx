import { Form, Section } from '@stoa/desk-ui';
import { useForm, useShop, useText } from 'stoa';
import type { ChangeProduct, Layout, ProductFactsProps, Texts } from '../../catalog.gen.ts';
import { ProductFields } from '../../src/desk/product-fields.tsx';
import { shownFields } from '../../src/desk/read-product.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 10 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    deskProduct(id: getContextValue("productId")) {
      sku name description keywords slug category money content taxClass published image version
    }
    deskCategories { categoryId name depth }
    action: url(routeId: "changeProduct", params: { productId: getContextValue("productId") })
  }
`;

/** What the product is. */
export default function ProductFacts({ deskProduct, deskCategories, action }: ProductFactsProps) {
  const form = useForm<ChangeProduct>('changeProduct');
  const text = useText<Texts>();
  const shop = useShop();
  if (deskProduct === null || action === null) return null;
  const { version } = deskProduct;
  return (
    <Section title={text('desk.facts')} id="facts">
      <Form action={`${action}#facts`} form={form} submit={text('desk.save')} hidden={{ version }}>
        <ProductFields fields={shownFields(deskProduct, shop)} categories={deskCategories} />
      </Form>
    </Section>
  );
}
