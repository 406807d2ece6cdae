import { useText } from 'stoa';
import type { Texts } from '../reviews.gen.ts';
import styles from './stars.module.css';

/** One to five stars, with a text for screen readers. */
export function Stars({ rating }: { readonly rating: number }) {
  const full = Math.round(rating);
  const text = useText<Texts>();
  return (
    <span className={styles.stars} role="img" aria-label={text.plain('review.stars', { rating, five: 5 })}>
      {'★'.repeat(full) + '☆'.repeat(5 - full)}
    </span>
  );
}
