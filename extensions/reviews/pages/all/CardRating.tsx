import { useFormat, useText } from 'stoa';
import type { CardRatingProps, Layout, Texts } from '../../reviews.gen.ts';
import { Stars } from '../../src/stars.tsx';
import styles from './CardRating.module.css';

export const layout: Layout = { areaId: 'productCard', sortOrder: 10 };
export const query = /* GraphQL */ `
  fragment card on Product { rating { average count } }
`;

/** The stars of a product in a list. Nothing for one without reviews. */
export default function CardRating({ rating }: CardRatingProps) {
  const text = useText<Texts>();
  const { number } = useFormat();
  if (rating === null) return null;
  return (
    <p className={styles.rating}>
      <Stars rating={rating.average} />{' '}
      <span className={styles.count} role="img" aria-label={text.plain('review.count', { count: rating.count })}>
        ({number(rating.count)})
      </span>
    </p>
  );
}
