import styles from './stars.module.css';

/** One to five stars, with a text for screen readers. */
export function Stars({ rating }: { readonly rating: number }) {
  const full = Math.round(rating);
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} out of 5 stars`}>
      {'★'.repeat(full) + '☆'.repeat(5 - full)}
    </span>
  );
}
