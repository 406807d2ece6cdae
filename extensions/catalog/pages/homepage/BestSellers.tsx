import { useText } from 'stoa';
import type { BestSellersProps, Layout, Texts } from '../../catalog.gen.ts';
import { useIsStart } from '../../src/is-start.ts';
import { ProductCards } from '../../src/product-card.tsx';
import styles from './BestSellers.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 6 };
export const areas = ['productCard'];
export const query = /* GraphQL */ `
  query {
    bestSellers { productId name locale price image url }
    newProducts { productId name locale price image url }
  }
`;

/** What others buy, or what is new where nothing was bought of late. */
export default function BestSellers({ bestSellers, newProducts }: BestSellersProps) {
  const text = useText<Texts>();
  const products = bestSellers.length > 0 ? bestSellers : newProducts;
  if (!useIsStart() || products.length === 0) return null;
  return (
    <section className={styles.best} aria-labelledby="best">
      <h2 id="best">{text(products === bestSellers ? 'list.best' : 'list.new')}</h2>
      <ProductCards products={products} level={3} inView={0} />
    </section>
  );
}
