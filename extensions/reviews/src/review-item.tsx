import type { ReactNode } from 'react';
import { useFormat, useShop, useText } from 'stoa';
import type { ReviewsProps, Texts } from '../reviews.gen.ts';
import { foldText } from './fold-text.ts';
import styles from './review-item.module.css';
import { Stars } from './stars.tsx';

interface ReviewItemProps {
  readonly review: NonNullable<ReviewsProps['product']>['waitingReviews'][number];
  readonly className: string | undefined;
  readonly children?: ReactNode;
}

/** One review of a list, with what the shop says to it. */
export function ReviewItem({ review, className, children }: ReviewItemProps) {
  const { id, author, rating, comment, createdAt, bought, answer } = review;
  const format = useFormat();
  const shop = useShop();
  const text = useText<Texts>();
  return (
    <li id={`review-${id}`} className={className}>
      <Stars rating={rating} />
      <p className={styles.byline}>
        {/* A name in letters that run the other way must not turn what follows around. */}
        <bdi className={styles.author}>{author}</bdi>, <time dateTime={createdAt}>{format.day(createdAt)}</time>
        {bought && <> · {text('review.bought')}</>}
      </p>
      <Comment comment={comment} />
      {answer !== null && (
        <div className={styles.answer}>
          <p className={styles.byline}>{text('review.answer', { shop: shop.name })}</p>
          <p className={styles.comment} dir="auto">
            {answer}
          </p>
        </div>
      )}
      {children}
    </li>
  );
}

/** A long text is folded, so that one review does not hide all others. */
function Comment({ comment }: { readonly comment: string }) {
  const { start, rest } = foldText(comment);
  const text = useText<Texts>();
  return (
    <>
      <p className={styles.comment} dir="auto">
        {rest === '' ? start : `${start} …`}
      </p>
      {rest !== '' && (
        <details className={styles.more}>
          <summary>{text('review.rest')}</summary>
          <p className={styles.comment} dir="auto">
            {rest}
          </p>
        </details>
      )}
    </>
  );
}
