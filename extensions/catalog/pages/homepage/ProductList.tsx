import type { ReactNode } from 'react';
import { Head, usePage, useShop, useText } from 'stoa';
import type { Layout, ProductListProps, Texts } from '../../catalog.gen.ts';
import { FacetBox } from '../../src/facets/facet-box.tsx';
import { useIsStart } from '../../src/is-start.ts';
import { ListPages, pageAt } from '../../src/list/list-pages.tsx';
import { titleOf } from '../../src/list/list-title.ts';
import { ProductCards } from '../../src/list/product-card.tsx';
import { mostFound } from '../../src/search/search-terms.ts';
import styles from './homepage.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['productCard'];
export const query = /* GraphQL */ `
  query {
    products(
      first: 24
      after: getContextValue("after")
      page: getContextValue("page")
      search: getContextValue("search")
      filter: getContextValue("filter")
    ) {
      totalCount
      offset
      correctedSearch
      facets { code label values { code label count selected toggled } }
      nodes { productId name locale money content { amount unit } image url }
      suggestions { productId name locale money content { amount unit } image url }
    }
    home: url(routeId: "homepage")
  }
`;

type ListedProduct = ProductListProps['products']['nodes'][number];

/** All products or those that a search finds, a page at a time. */
export default function ProductList({ products, home }: ProductListProps) {
  const { filter, search: given = '' } = usePage().query;
  const search = given.trim();
  const shop = useShop();
  const text = useText<Texts>();
  const { nodes, totalCount, offset, suggestions, facets } = products;
  const page = pageAt(offset);
  const isEmpty = nodes.length === 0 && totalCount > 0;
  const start = home ?? '/';
  const isStart = useIsStart();
  return (
    <>
      <Head
        title={titleOf(text, { shop, search, page })}
        noindex={isEmpty || filter !== undefined || (search !== '' && totalCount === 0)}
      />
      <Introduction search={search} products={products} home={start} />
      {!isStart && <FacetBox facets={facets} list={start} kept={{ search }} />}
      {isEmpty && <p>{text('list.noPage')}</p>}
      {suggestions.length > 0 && <Suggestions products={suggestions} />}
      {nodes.length > 0 && <ProductCards products={nodes} level={isStart ? 3 : 2} inView={isStart ? 0 : 8} />}
      <ListPages products={products} list={start} kept={{ search, filter }} />
    </>
  );
}

function Introduction({
  search,
  products: { totalCount: count, correctedSearch: corrected, facets },
  home,
}: IntroductionProps) {
  const text = useText<Texts>();
  if (search === '') return <p className={styles.intro}>{text('list.count', { count })}</p>;
  const isWhole = count < mostFound;
  const words = { count, corrected: corrected ?? '', search, b: (name: ReactNode) => <strong>{name}</strong> };
  return (
    <p className={styles.intro}>
      {count === 0 && text(facets.length > 0 ? 'filter.nothing' : 'search.nothing')}
      {count > 0 && corrected === null && text(isWhole ? 'search.found' : 'search.foundMany', { count })}
      {count > 0 && corrected !== null && text(isWhole ? 'search.corrected' : 'search.correctedMany', words)}{' '}
      <a href={home}>{text('shop.seeAll')}</a>
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
  const text = useText<Texts>();
  return (
    <section aria-labelledby="suggestions">
      <h2 id="suggestions">{text('list.related')}</h2>
      <ProductCards products={products} level={3} />
    </section>
  );
}
