import { Form, Saved, Section, Table, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useText } from 'stoa';
import type { AddCategory, DeskCategoriesProps, Layout, Texts } from '../../catalog.gen.ts';
import { CategoryFields } from '../../src/desk/category-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskCategories { categoryId name depth slug products url }
    action: url(routeId: "addCategory")
  }
`;

/** The tree of categories, and a form for one more. */
export default function DeskCategories({ deskCategories, action }: DeskCategoriesProps) {
  const form = useForm<AddCategory>('addCategory');
  const text = useText<Texts>();
  const { number } = useFormat();
  const saved = text('desk.saved');
  return (
    <>
      <Title title={text.plain('desk.categories')} />
      <Saved of={{ category: saved, removed: saved }} />
      <Table
        caption={text.plain('desk.categories')}
        columns={[
          { key: 'name', label: text.plain('desk.name') },
          { key: 'slug', label: text.plain('desk.slug') },
          { key: 'products', label: text.plain('desk.count'), align: 'end' },
        ]}
        rows={(deskCategories ?? []).map(({ categoryId, name, depth, slug, products, url }) => ({
          key: categoryId,
          href: url,
          cells: { name: `${'– '.repeat(depth)}${name}`, slug, products: number(products) },
        }))}
        empty={text('desk.noCategories')}
      />
      <Section title={text('desk.newCategory')} id="new">
        <Form action={action === null ? null : `${action}#new`} form={form} submit={text('desk.add')}>
          <CategoryFields place={0} categories={deskCategories} />
        </Form>
      </Section>
    </>
  );
}
