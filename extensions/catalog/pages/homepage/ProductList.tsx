import { Head, useFormat, usePage, useShop } from 'stoa';
import type { Layout, ProductListProps } from '../../catalog.gen.ts';
import { listAddress } from '../../src/list-address.ts';
import { titleOf } from '../../src/list-title.ts';
import { cardGrid, ProductCard } from '../../src/product-card.tsx';
import { mostFound } from '../../src/search-terms.ts';
import styles from './ProductList.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['productCard'];
export const query = /* GraphQL */ `
  query {
    products(first: 24, after: getContextValue("after"), search: getContextValue("search")) {
      totalCount
      offset
      correctedSearch
      nodes { productId name price image url }
      suggestions { productId name price image url }
      pageInfo { hasNextPage hasPreviousPage endCursor }
      previousCursor
    }
    home: url(routeId: "homepage")
  }
`;

type ListedProduct = ProductListProps['products']['nodes'][number];

/** As in the query. */
const pageSize = 24;

/** All products or those that a search finds, a page at a time. */
export default function ProductList({ products, home }: ProductListProps) {
  const search = usePage().query.search?.trim() ?? '';
  const { name } = useShop();
  const { nodes, pageInfo, previousCursor, totalCount, offset, suggestions } = products;
  const page = Math.floor(offset / pageSize) + 1;
  const start = home ?? '/';
  return (
    <>
      <Head title={titleOf(name, search, page)} noindex={search !== '' && totalCount === 0} />
      <Introduction search={search} products={products} home={start} />
      {suggestions.length > 0 && <Suggestions products={suggestions} />}
      {nodes.length > 0 && (
        <ul className={cardGrid}>
          {nodes.map((product, index) => (
            <ProductCard key={product.productId} product={product} isLate={index >= 8} />
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

function Introduction({ search, products: { totalCount, correctedSearch }, home }: IntroductionProps) {
  const { number } = useFormat();
  const count = `${number(totalCount)} ${totalCount === 1 ? 'product' : 'products'}`;
  if (search === '') return <p className={styles.intro}>{count}: supplements, teas and good food.</p>;
  const found = totalCount < mostFound ? count : `At least ${count}`;
  return (
    <p className={styles.intro}>
      {totalCount === 0 && 'Nothing found. Try fewer or other words. '}
      {totalCount > 0 && correctedSearch === null && `${found}. `}
      {totalCount > 0 && correctedSearch !== null && (
        <>
          {found} for <strong>{correctedSearch}</strong>. There is nothing for “{search}”.{' '}
        </>
      )}
      <a href={home}>See all products</a>
    </p>
  );
}

interface IntroductionProps {
  readonly search: string;
  readonly products: ProductListProps['products'];
  readonly home: string;
}

/** What a search that found nothing may have meant. */
function Suggestions({ products }: { readonly products: readonly ListedProduct[] }) {
  return (
    <section aria-labelledby="suggestions">
      <h2 id="suggestions">You may also like</h2>
      <ul className={cardGrid}>
        {products.map((product) => (
          <ProductCard key={product.productId} product={product} level={3} isLate={false} />
        ))}
      </ul>
    </section>
  );
}
