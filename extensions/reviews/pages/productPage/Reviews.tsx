import type { Layout } from 'stoa';
import { averageRating, reviewCount } from '../../src/average-rating.ts';
import { Stars } from '../../src/stars.tsx';
import styles from './Reviews.module.css';

export const layout: Layout = { areaId: 'productPageBottom', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { reviews { id author rating comment createdAt } } }
`;

interface Review {
  readonly id: string;
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
  readonly createdAt: string;
}

// A page that grows with every review would one day be none.
const mostShown = 50;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export default function Reviews({ product }: { readonly product: { readonly reviews: readonly Review[] } | null }) {
  if (product === null) return null;
  const { reviews } = product;
  const shown = reviews.slice(0, mostShown);
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <p className={styles.average}>{summary(reviews, shown.length)}</p>
      {shown.length > 0 && (
        <ol className={styles.list}>
          {shown.map(({ id, author, rating, comment, createdAt }) => (
            <li key={id} id={`review-${id}`} className={styles.review}>
              <Stars rating={rating} />
              <p className={styles.byline}>
                {/* A name in letters that run the other way must not turn what follows around. */}
                <bdi className={styles.author}>{author}</bdi>,{' '}
                <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
              </p>
              <p className={styles.comment}>{comment}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function summary(reviews: readonly Review[], shown: number): string {
  const average = averageRating(reviews);
  if (average === undefined) return 'Nobody has said anything yet. Be the first.';
  const part = shown < reviews.length ? `, of which these are the ${shown} newest` : '';
  return `${average} out of 5 on average, from ${reviewCount(reviews.length)}${part}.`;
}
