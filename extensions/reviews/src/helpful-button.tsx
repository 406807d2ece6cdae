import { usePage, useText } from 'stoa';
import type { ReviewsProps, Texts } from '../reviews.gen.ts';
import styles from './helpful-button.module.css';

interface HelpfulButtonProps {
  readonly review: NonNullable<ReviewsProps['product']>['reviewPage']['reviews'][number];
}

/** A plain form, which leads back to where it stands. It sends what shall be, so that two clicks are one vote. */
export function HelpfulButton({ review: { id, helpful, foundHelpful, voteUrl } }: HelpfulButtonProps) {
  const { query } = usePage();
  const text = useText<Texts>();
  if (voteUrl === null) return null;
  return (
    <form method="post" action={voteUrl}>
      {query.reviews !== undefined && <input type="hidden" name="reviews" value={query.reviews} />}
      <input type="hidden" name="helpful" value={String(!foundHelpful)} />
      <button id={`helpful-${id}`} className={styles.button} type="submit" aria-pressed={foundHelpful}>
        {text('review.helpful', { count: helpful })}
      </button>
    </form>
  );
}
