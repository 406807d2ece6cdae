import { useFormat, useText } from 'stoa';
import type { Texts } from '../reviews.gen.ts';
import { totalOf } from './average-rating.ts';
import styles from './histogram.module.css';

/** How many reviews gave how many stars, the best first. */
export function Histogram({ counts }: { readonly counts: readonly number[] }) {
  const text = useText<Texts>();
  const { number } = useFormat();
  const lines = counts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <ul className={styles.histogram} aria-label={text.plain('review.ratings')}>
      {lines.map(({ stars, count }) => (
        <li key={stars} className={styles.line}>
          <span>{text('review.starCount', { count: stars })}</span>
          {/* The text says the same. */}
          <meter className={styles.bar} aria-hidden="true" min={0} max={Math.max(totalOf(counts), 1)} value={count} />
          <span className={styles.count}>{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
