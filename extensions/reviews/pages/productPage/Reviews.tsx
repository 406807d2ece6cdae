import { useForm, useFormat, usePage, useText } from 'stoa';
import type { Layout, ReviewsProps, Texts, VoteReview } from '../../reviews.gen.ts';
import { averageRating, totalOf } from '../../src/average-rating.ts';
import { ReviewItem } from '../../src/review-item.tsx';
import styles from './Reviews.module.css';

export const layout: Layout = { areaId: 'productPageBottom', sortOrder: 20 };
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) {
      url
      waitingReviews { id author rating comment createdAt bought answer }
      reviewPage(first: 20, after: getContextValue("reviews")) {
        counts
        order
        next
        reviews { id author rating comment createdAt bought answer helpful foundHelpful voteUrl }
      }
    }
  }
`;

/** The reviews of a product, in parts: some products have too many for one page. */
export default function Reviews({ product }: ReviewsProps) {
  const { message } = useForm<VoteReview>('voteReview');
  const text = useText<Texts>();
  if (product === null) return null;
  const { waitingReviews, url } = product;
  const { counts, reviews, order, next } = product.reviewPage;
  const count = totalOf(counts);
  const average = averageRating(counts);
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <div>
        <h2 id="reviews-title">{text('review.title')}</h2>
        <p className={styles.average}>
          {average === undefined ? text('review.none') : text('review.summary', { average, count, five: 5 })}
        </p>
        {count > 1 && <Histogram counts={counts} />}
        {count > 1 && url !== null && <Orders url={url} order={order} />}
      </div>
      {(reviews.length > 0 || waitingReviews.length > 0) && (
        <div>
          {message !== undefined && <p role="alert">{message}</p>}
          <p className={styles.thanks}>
            <strong>{text('review.thanks')}</strong>
          </p>
          <ol className={styles.list}>
            {waitingReviews.map((review) => (
              <ReviewItem key={review.id} review={review} className={styles.waiting}>
                <p>
                  <strong>{text('review.waits')}</strong>
                </p>
              </ReviewItem>
            ))}
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} className={styles.review}>
                <HelpfulButton review={review} />
              </ReviewItem>
            ))}
          </ol>
          {next !== null && url !== null && (
            <p className={styles.links}>
              <a rel="next" href={`${url}?reviews=${next}#reviews`}>
                {text('review.more')}
              </a>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** Links to the reviews in another order. Their fragment keeps the browser at the reviews. */
function Orders({ url, order }: { readonly url: string; readonly order: 'NEWEST' | 'HELPFUL' }) {
  const { query } = usePage();
  const text = useText<Texts>();
  const isFirst = query.reviews === undefined || query.reviews === 'helpful';
  const current = (one: string) => (one !== order ? undefined : isFirst ? 'page' : 'true');
  return (
    <nav className={styles.links} aria-label={text.plain('review.orders')}>
      <a href={`${url}#reviews`} aria-current={current('NEWEST')}>
        {text('review.newest')}
      </a>
      <a href={`${url}?reviews=helpful#reviews`} aria-current={current('HELPFUL')}>
        {text('review.mostHelpful')}
      </a>
    </nav>
  );
}

/** How many reviews gave how many stars, the best first. */
function Histogram({ counts }: { readonly counts: readonly number[] }) {
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

interface HelpfulButtonProps {
  readonly review: NonNullable<ReviewsProps['product']>['reviewPage']['reviews'][number];
}

/** A plain form, which leads back to where it stands. It sends what shall be, so that two clicks are one vote. */
function HelpfulButton({ review: { id, helpful, foundHelpful, voteUrl } }: HelpfulButtonProps) {
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
