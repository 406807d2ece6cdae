import { Field, Form, Section, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { AddProduct, Layout, NewProductProps, Texts } from '../../catalog.gen.ts';
import { ProductFields } from '../../src/desk/product-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskCategories { categoryId name depth }
    action: url(routeId: "addProduct")
    list: url(routeId: "deskProducts")
  }
`;

/** The form of a new product. It begins as a draft. */
export default function NewProduct({ deskCategories, action, list }: NewProductProps) {
  const form = useForm<AddProduct>('addProduct');
  const text = useText<Texts>();
  return (
    <>
      <Title title={text.plain('desk.newProduct')} back={{ href: list, label: text('desk.products') }} />
      <Section title={text('desk.facts')}>
        <Form action={action} form={form} submit={text('desk.add')}>
          <Field name="sku" label={text('desk.sku')} required maxLength={100} dir="ltr" />
          <ProductFields fields={{ published: 'false', taxClass: 'standard' }} categories={deskCategories} />
        </Form>
      </Section>
    </>
  );
}
