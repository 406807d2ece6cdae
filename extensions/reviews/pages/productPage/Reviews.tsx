import { useForm, usePage, useText } from 'stoa';
import type { Layout, ReviewsProps, Texts, VoteReview } from '../../reviews.gen.ts';
import { averageRating, totalOf } from '../../src/average-rating.ts';
import { HelpfulButton } from '../../src/helpful-button.tsx';
import { Histogram } from '../../src/histogram.tsx';
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
