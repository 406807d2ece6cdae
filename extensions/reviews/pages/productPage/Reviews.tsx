import type { ReactNode } from 'react';
import { type Text, useFormat, usePage, useText } from 'stoa';
import type { Layout, ReviewsProps, Texts } from '../../reviews.gen.ts';
import { averageRating } from '../../src/average-rating.ts';
import { foldText } from '../../src/fold-text.ts';
import { Histogram } from '../../src/histogram.tsx';
import { type PageOfList, pageOfList } from '../../src/page-of-list.ts';
import { Stars } from '../../src/stars.tsx';
import styles from './Reviews.module.css';

export const layout: Layout = { areaId: 'productPageBottom', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { url reviews { id author rating comment createdAt } } }
`;

// A page that grows with every review would one day be none.
const pageSize = 50;

export default function Reviews({ product }: ReviewsProps) {
  const { query } = usePage();
  const format = useFormat();
  const text = useText<Texts>();
  if (product === null) return null;
  const { reviews, url } = product;
  const page = pageOfList(reviews.length, pageSize, query.reviews);
  const shown = reviews.slice(page.from, page.to);
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <div>
        <h2 id="reviews-title">{text('review.title')}</h2>
        <p className={styles.average}>{summary(text, reviews, page)}</p>
        {reviews.length > 1 && <Histogram reviews={reviews} />}
      </div>
      {shown.length > 0 && (
        <div>
          <ol className={styles.list}>
            {shown.map(({ id, author, rating, comment, createdAt }) => (
              <li key={id} id={`review-${id}`} className={styles.review}>
                <Stars rating={rating} />
                <p className={styles.byline}>
                  {/* A name in letters that run the other way must not turn what follows around. */}
                  <bdi className={styles.author}>{author}</bdi>,{' '}
                  <time dateTime={createdAt}>{format.day(createdAt)}</time>
                </p>
                <Comment comment={comment} />
              </li>
            ))}
          </ol>
          {page.count > 1 && url !== null && <OtherPages url={url} page={page} />}
        </div>
      )}
    </section>
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

/** Links that begin at the reviews: the top of the page is where one has come from. */
function OtherPages({ url, page: { number, count } }: { readonly url: string; readonly page: PageOfList }) {
  const text = useText<Texts>();
  const addressOf = (other: number) => (other === 1 ? `${url}#reviews` : `${url}?reviews=${other}#reviews`);
  return (
    <nav className={styles.pages} aria-label={text.plain('review.pages')}>
      {number > 2 && <a href={addressOf(1)}>{text('review.newest')}</a>}
      {number > 1 && (
        <a rel="prev" href={addressOf(number - 1)}>
          {text('review.newer')}
        </a>
      )}
      {number < count && (
        <a rel="next" href={addressOf(number + 1)}>
          {text('review.older')}
        </a>
      )}
    </nav>
  );
}

function summary(
  text: Text<Texts>,
  reviews: readonly { readonly rating: number }[],
  { number, from, to }: PageOfList,
): ReactNode {
  const average = averageRating(reviews);
  if (average === undefined) return text('review.none');
  const values = { average, count: reviews.length, five: 5 };
  if (to - from >= reviews.length) return text('review.summary', values);
  if (number === 1) return text('review.summaryNewest', { ...values, to });
  return text('review.summaryPart', { ...values, from: from + 1, to });
}
