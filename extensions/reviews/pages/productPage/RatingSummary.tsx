import { Head, usePage, useText } from 'stoa';
import type { Layout, RatingSummaryProps, Texts } from '../../reviews.gen.ts';
import { averageRating, totalOf } from '../../src/average-rating.ts';
import { Stars } from '../../src/stars.tsx';
import styles from './RatingSummary.module.css';

export const layout: Layout = { areaId: 'productSummary', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { name url reviewPage(first: 20, after: getContextValue("reviews")) { counts } } }
`;

/** The average next to the product's name. It leads to the reviews. */
export default function RatingSummary({ product }: RatingSummaryProps) {
  const { origin, path } = usePage();
  const text = useText<Texts>();
  const average = averageRating(product?.reviewPage.counts ?? []);
  if (product === null || average === undefined) return null;
  const count = totalOf(product.reviewPage.counts);
  return (
    <p className={styles.summary}>
      <Head
        jsonLd={{
          '@type': 'Product',
          // The catalog describes the rest of it.
          '@id': `${origin}${product.url ?? path}#product`,
          name: product.name,
          aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, bestRating: 5 },
        }}
      />
      <a href="#reviews">
        <Stars rating={average} /> <span className={styles.count}>{text('review.count', { count })}</span>
      </a>
    </p>
  );
}
