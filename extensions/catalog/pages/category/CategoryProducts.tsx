import { usePage, useText } from 'stoa';
import type { CategoryProductsProps, Layout, Texts } from '../../catalog.gen.ts';
import { listAddress } from '../../src/list-address.ts';
import { ListPages } from '../../src/list-pages.tsx';
import { ProductCards } from '../../src/product-card.tsx';
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
    ) {
      totalCount
      offset
      nodes { productId name locale price image url }
    }
  }
`;

const orders = ['CHOSEN', 'NAME', 'PRICE', 'PRICE_DOWN', 'NEWEST'] as const;

/** The products of a category and of those below it, a page at a time. */
export default function CategoryProducts({ category, products }: CategoryProductsProps) {
  const { sort } = usePage().query;
  const text = useText<Texts>();
  const list = category?.url ?? '';
  if (products.totalCount === 0) return <p>{text('category.empty')}</p>;
  return (
    <>
      <p className={styles.count}>{text('list.count', { count: products.totalCount })}</p>
      <nav aria-label={text.plain('sort.title')}>
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order}>
              <a
                href={listAddress(list, { sort: order === 'CHOSEN' ? undefined : order })}
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
      <ListPages products={products} list={list} kept={{ sort }} />
    </>
  );
}
