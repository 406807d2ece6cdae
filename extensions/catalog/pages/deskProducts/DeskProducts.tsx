import { CsvLinks, Field, Filters, LinkButton, Saved, Table, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useText } from 'stoa';
import type { ChangeProducts, DeskProductsProps, Layout, Texts } from '../../catalog.gen.ts';
import { categoryOptions } from '../../src/desk/category-fields.tsx';
import { StateLabel } from '../../src/desk/state-label.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskProducts(
      search: getContextValue("search")
      category: getContextValue("category")
      state: getContextValue("state")
      sort: getContextValue("sort")
      page: getContextValue("page")
    ) {
      total
      pages
      products { productId sku name category money state publishAt hideAt url }
    }
    deskCategories { categoryId name depth }
    change: url(routeId: "changeProducts")
    add: url(routeId: "deskNewProduct")
    csv: url(routeId: "exportProducts")
    upload: url(routeId: "deskImport")
  }
`;

/** All products, a page at a time. */
export default function DeskProducts({ deskProducts, deskCategories, change, add, csv, upload }: DeskProductsProps) {
  const form = useForm<ChangeProducts>('changeProducts');
  const text = useText<Texts>();
  const { money } = useFormat();
  const categories = categoryOptions(deskCategories, text.plain('desk.all'));
  const targets = categoryOptions(deskCategories, text.plain('desk.noCategory'));
  const states = [
    ['', text.plain('desk.all')],
    ...(['published', 'draft', 'hidden'] as const).map((state) => [state, text.plain(`desk.${state}`)] as const),
  ] as const;
  const orders = [
    ['', text.plain('desk.newest')],
    ['name', text.plain('desk.byName')],
    ['price', text.plain('desk.byPrice')],
  ] as const;
  return (
    <>
      <Title
        title={text.plain('desk.products')}
        actions={
          <>
            <CsvLinks csv={csv} upload={upload} />
            {add !== null && <LinkButton href={add}>{text('desk.newProduct')}</LinkButton>}
          </>
        }
      />
      <Saved of={{ deleted: text('desk.deleted') }} />
      <Filters
        search={{ name: 'search', label: text.plain('desk.search') }}
        selects={[
          { name: 'category', label: text.plain('desk.category'), options: categories },
          { name: 'state', label: text.plain('desk.state'), options: states },
          { name: 'sort', label: text.plain('desk.sort'), options: orders },
        ]}
      />
      <Table
        caption={text.plain('desk.products')}
        columns={[
          { key: 'name', label: text.plain('desk.name') },
          { key: 'sku', label: text.plain('desk.sku') },
          { key: 'category', label: text.plain('desk.category') },
          { key: 'state', label: text.plain('desk.state') },
          { key: 'price', label: text.plain('desk.price'), align: 'end' },
        ]}
        rows={(deskProducts?.products ?? []).map((product) => ({
          key: product.productId,
          href: product.url,
          cells: {
            name: product.name,
            sku: product.sku,
            category: product.category ?? '–',
            state: <StateLabel of={product} />,
            price: money(product.money),
          },
        }))}
        empty={text('desk.noProducts')}
        pages={deskProducts?.pages}
        canHide
        bulk={{
          action: change,
          form,
          name: 'products',
          actions: [
            { value: 'PUBLISH', label: text('bulk.publish') },
            { value: 'UNPUBLISH', label: text('bulk.unpublish') },
            { value: 'MOVE', label: text('bulk.move') },
          ],
          fields: <Field name="category" label={text('desk.category')} type="select" options={targets} />,
        }}
      />
    </>
  );
}
