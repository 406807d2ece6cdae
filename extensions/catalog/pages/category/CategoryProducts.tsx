import type { ReactNode } from 'react';
import { Head, usePage, useText } from 'stoa';
import type { CategoryProductsProps, Layout, Texts } from '../../catalog.gen.ts';
import { FacetBox } from '../../src/facets/facet-box.tsx';
import { listAddress } from '../../src/list/list-address.ts';
import { ListPages } from '../../src/list/list-pages.tsx';
import { ProductCards } from '../../src/list/product-card.tsx';
import styles from './CategoryProducts.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['productCard'];
export const query = /* GraphQL */ `
  query {
    category(slug: getContextValue("slug")) { url }
    products(
      first: 24
      after: getContextValue("after")
      page: getContextValue("page")
      category: getContextValue("slug")
      sort: getContextValue("sort")
      filter: getContextValue("filter")
    ) {
      totalCount
      offset
      facets { code label values { code label count selected toggled } }
      nodes { productId name locale money content { amount unit } image url }
    }
  }
`;

const orders = ['CHOSEN', 'NAME', 'PRICE', 'PRICE_DOWN', 'NEWEST'] as const;

/** The products of a category and of those below it, a page at a time. */
export default function CategoryProducts({ category, products }: CategoryProductsProps) {
  const { sort, filter } = usePage().query;
  const text = useText<Texts>();
  const list = category?.url ?? '';
  const { totalCount, facets } = products;
  const box = <FacetBox facets={facets} list={list} kept={{ sort }} />;
  if (totalCount === 0) return <NothingHere box={box} isFiltered={facets.length > 0} />;
  return (
    <>
      <Head noindex={filter !== undefined || products.nodes.length === 0} />
      {box}
      <p className={styles.count}>{text('list.count', { count: totalCount })}</p>
      <nav aria-label={text.plain('sort.title')}>
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order}>
              <a
                href={listAddress(list, { sort: order === 'CHOSEN' ? undefined : order, filter })}
                aria-current={order === (sort ?? 'CHOSEN') ? 'true' : undefined}
              >
                {text(`sort.${order}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {products.nodes.length === 0 && <p>{text('list.noPage')}</p>}
      <ProductCards products={products.nodes} />
      <ListPages products={products} list={list} kept={{ sort, filter }} />
    </>
  );
}

function NothingHere({ box, isFiltered }: { readonly box: ReactNode; readonly isFiltered: boolean }) {
  const text = useText<Texts>();
  return (
    <>
      <Head noindex={isFiltered} />
      {box}
      <p>{text(isFiltered ? 'filter.nothing' : 'category.empty')}</p>
    </>
  );
}
