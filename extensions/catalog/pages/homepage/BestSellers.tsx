import { useText } from 'stoa';
import type { BestSellersProps, Layout, Texts } from '../../catalog.gen.ts';
import { ProductCards } from '../../src/list/product-card.tsx';
import styles from './homepage.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 6 };
export const areas = ['productCard'];
export const query = /* GraphQL */ `
  query {
    highlights(
      search: getContextValue("search")
      page: getContextValue("page")
      after: getContextValue("after")
      filter: getContextValue("filter")
    ) {
      kind
      products { productId name locale money content { amount unit } image url }
    }
  }
`;

/** What others buy, or what is new where too little was bought of late. */
export default function BestSellers({ highlights }: BestSellersProps) {
  const text = useText<Texts>();
  if (highlights === null || highlights.products.length === 0) return null;
  const { kind, products } = highlights;
  return (
    <section className={styles.best} aria-labelledby="best">
      <h2 id="best">{text(kind === 'BEST_SELLERS' ? 'list.best' : 'list.new')}</h2>
      <ProductCards products={products} level={3} inView={0} />
    </section>
  );
}
