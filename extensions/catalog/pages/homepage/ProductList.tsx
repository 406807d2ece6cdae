import { useFormat, usePage } from 'stoa';
import type { Layout, ProductListProps } from '../../catalog.gen.ts';
import { listAddress } from '../../src/list-address.ts';
import styles from './ProductList.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    products(first: 24, after: getContextValue("after"), search: getContextValue("search")) {
      totalCount
      nodes { productId name price image url }
      pageInfo { hasNextPage hasPreviousPage endCursor }
      previousCursor
    }
    home: url(routeId: "homepage")
  }
`;

type ListedProduct = ProductListProps['products']['nodes'][number];

/** All products or those that a search finds, a page at a time. */
export default function ProductList({ products, home }: ProductListProps) {
  const search = usePage().query.search?.trim() ?? '';
  const { nodes, pageInfo, previousCursor, totalCount } = products;
  const start = home ?? '/';
  return (
    <>
      <Introduction search={search} totalCount={totalCount} home={start} />
      {nodes.length > 0 && (
        <ul className={styles.grid}>
          {nodes.map((product, index) => (
            <Card key={product.productId} product={product} isLate={index >= 8} />
          ))}
        </ul>
      )}
      {(pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <nav className={styles.pages} aria-label="Pages">
          {previousCursor !== null && <a href={listAddress(start, { search })}>First page</a>}
          {pageInfo.hasPreviousPage && (
            <a rel="prev" href={listAddress(start, { search, after: previousCursor })}>
              Previous page
            </a>
          )}
          {pageInfo.hasNextPage && (
            <a rel="next" href={listAddress(start, { search, after: pageInfo.endCursor })}>
              Next page
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Introduction({ search, totalCount, home }: { search: string; totalCount: number; home: string }) {
  if (search === '') return <p className={styles.intro}>{`${totalCount} supplements, teas and kitchen things.`}</p>;
  return (
    <p className={styles.intro}>
      {totalCount === 0
        ? 'Nothing found: no product has all of these words in its name or description. Try fewer or shorter ones, or see '
        : `${totalCount} ${totalCount === 1 ? 'product' : 'products'}. See `}
      <a href={home}>everything we have</a>.
    </p>
  );
}

function Card({ product, isLate }: { product: ListedProduct; isLate: boolean }) {
  const { name, price, image, url } = product;
  const format = useFormat();
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>{url === null ? name : <a href={url}>{name}</a>}</h2>
      <p className={styles.price}>{format.price(price)}</p>
      {image === null ? (
        <div className={styles.picture} />
      ) : (
        <img
          className={styles.picture}
          src={image}
          alt=""
          width={400}
          height={400}
          loading={isLate ? 'lazy' : undefined}
        />
      )}
    </li>
  );
}
