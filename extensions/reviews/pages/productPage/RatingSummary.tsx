import type { Layout, RatingSummaryProps } from '../../reviews.gen.ts';
import { averageRating, reviewCount } from '../../src/average-rating.ts';
import { Stars } from '../../src/stars.tsx';
import styles from './RatingSummary.module.css';

export const layout: Layout = { areaId: 'productSummary', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { reviews { rating } } }
`;

/** The average beside the product's name, leading to the reviews. */
export default function RatingSummary({ product }: RatingSummaryProps) {
  const average = averageRating(product?.reviews ?? []);
  if (product === null || average === undefined) return null;
  return (
    <p className={styles.summary}>
      <a href="#reviews">
        <Stars rating={average} /> <span className={styles.count}>{reviewCount(product.reviews.length)}</span>
      </a>
    </p>
  );
}
