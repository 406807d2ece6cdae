import { useFormat, useText } from 'stoa';
import type { Texts } from '../reviews.gen.ts';
import styles from './histogram.module.css';

/** How many reviews gave how many stars, the best first. */
export function Histogram({ reviews }: { readonly reviews: readonly { readonly rating: number }[] }) {
  const text = useText<Texts>();
  const { number } = useFormat();
  const counts = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: reviews.filter(({ rating }) => rating === stars).length,
  }));
  return (
    <ul className={styles.histogram} aria-label={text.plain('review.ratings')}>
      {counts.map(({ stars, count }) => (
        <li key={stars} className={styles.line}>
          <span>{text('review.starCount', { count: stars })}</span>
          {/* The text says the same. */}
          <meter className={styles.bar} aria-hidden="true" min={0} max={Math.max(reviews.length, 1)} value={count} />
          <span className={styles.count}>{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
