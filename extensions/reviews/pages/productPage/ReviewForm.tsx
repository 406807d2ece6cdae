import type { ReactNode } from 'react';
import { useForm, useFormat, useFormKey, useText } from 'stoa';
import type { AddReview, Layout, ReviewFormProps, Texts } from '../../reviews.gen.ts';
import { longestAuthor, longestComment } from '../../src/review-rules.ts';
import styles from './ReviewForm.module.css';

export const layout: Layout = { areaId: 'productPageBottom', sortOrder: 30 };
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "addReview", params: { productId: getContextValue("productId") })
    reviewForm { author waits }
  }
`;

/** A plain form: what is wrong comes back with the page, and so does what was written. */
export default function ReviewForm({ action, reviewForm }: ReviewFormProps) {
  const { values, errors, message } = useForm<AddReview>('addReview');
  const formKey = useFormKey();
  const text = useText<Texts>();
  if (action === null) return null;
  return (
    <section id="write-review" aria-labelledby="write-review-title">
      <h2 id="write-review-title">{text('reviewForm.title')}</h2>
      {/* The fragment outlives a refusal, so that the browser shows the form and not the top of the page. */}
      <form className={styles.form} method="post" action={`${action}#write-review`}>
        <input type="hidden" name="formKey" value={formKey} />
        {message !== undefined && (
          <p className={styles.problem} role="alert">
            {text('reviewForm.refused')} {Object.keys(errors).length > 0 ? text('reviewForm.correct') : message}
          </p>
        )}
        <RatingField value={values.rating} isWrong={errors.rating !== undefined} />
        <TextField
          name="author"
          most={longestAuthor}
          value={values.author ?? reviewForm.author ?? undefined}
          isWrong={errors.author !== undefined}
        />
        <TextField name="comment" most={longestComment} value={values.comment} isWrong={errors.comment !== undefined} />
        {reviewForm.waits && <p>{text('reviewForm.waits')}</p>}
        <button type="submit">{text(reviewForm.waits ? 'reviewForm.send' : 'reviewForm.publish')}</button>
      </form>
    </section>
  );
}

function RatingField({ value, isWrong }: { readonly value: string | undefined; readonly isWrong: boolean }) {
  const text = useText<Texts>();
  const { number } = useFormat();
  return (
    <div
      className={styles.field}
      role="radiogroup"
      aria-labelledby="review-rating"
      aria-required="true"
      {...marks('review-rating', isWrong)}
    >
      <span id="review-rating" className={styles.label}>
        {text('reviewForm.rating')}
      </span>
      <div className={styles.stars}>
        {['5', '4', '3', '2', '1'].map((rating) => (
          <label key={rating} className={styles.star}>
            <input
              type="radio"
              name="rating"
              value={rating}
              required
              defaultChecked={rating === value}
              aria-label={text.plain('review.starCount', { count: Number(rating) })}
            />
            <span>
              {number(Number(rating))}{' '}
              <span className={styles.sign} aria-hidden="true">
                ★
              </span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id="review-rating" isWrong={isWrong}>
        {text('reviewForm.ratingWrong')}
      </FieldError>
    </div>
  );
}

interface TextFieldProps {
  readonly name: 'author' | 'comment';
  readonly most: number;
  readonly value: string | undefined;
  readonly isWrong: boolean;
}

function TextField({ name, most, value, isWrong }: TextFieldProps) {
  const text = useText<Texts>();
  const id = `review-${name}`;
  const field = { id, name, required: true, maxLength: most, defaultValue: value, ...marks(id, isWrong) };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{text(`reviewForm.${name}`)}</label>
      {name === 'author' ? <input {...field} autoComplete="name" /> : <textarea {...field} rows={5} />}
      <FieldError id={id} isWrong={isWrong}>
        {text(`reviewForm.${name}Wrong`, { most })}
      </FieldError>
    </div>
  );
}

function FieldError({ id, isWrong, children }: { id: string; isWrong: boolean; children: ReactNode }) {
  if (!isWrong) return null;
  return (
    <p className={styles.error} id={`${id}-error`}>
      {children}
    </p>
  );
}

function marks(id: string, isWrong: boolean) {
  return isWrong ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-error` } as const) : {};
}
