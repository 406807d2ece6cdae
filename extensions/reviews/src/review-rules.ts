import { turnsAround } from '@stoa/desk-ui/line';
import { type ErrorText, StoaError } from 'stoa';
import { isVisible } from './visible-text.ts';

export const longestAuthor = 100;
export const longestComment = 5000;

/** The content of a review. */
export interface ReviewInput {
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
}

/** What a client has sent, with the types that the SDL and route.json give it. Null counts as absent. */
export type ReviewChanges = { readonly [Field in keyof ReviewInput]?: ReviewInput[Field] | null | undefined };

/** A browser counts a line break once, and sends it as two characters. Without this, a text that it takes is too long. */
export function withPlainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Checks a whole review. Throws BAD_USER_INPUT with a message for each field that has an error. */
export function checkReview({ author, rating, comment }: ReviewChanges): ReviewInput {
  const review = { author: author ?? '', rating: rating ?? 0, comment: withPlainBreaks(comment ?? '') };
  const isIncomplete = rating == null || !isVisible(review.author) || !isVisible(review.comment);
  refuse(errorsIn(review), isIncomplete ? { text: 'rules.incomplete' } : undefined);
  return review;
}

/** Checks the given fields of a review. Throws as {@link checkReview} does. */
export function checkReviewChanges(changes: ReviewChanges): void {
  refuse(errorsIn(changes));
}

/** Checks what the shop says to a review. Throws BAD_USER_INPUT. */
export function checkAnswer(answer: string): void {
  const error = textError('answer', answer, longestComment);
  if (error !== undefined) refuse({ answer: error.text === 'rules.tooLong' ? { text: 'desk.answerWrong' } : error });
}

/** Messages by field. */
type Errors = Readonly<Record<string, ErrorText>>;

function errorsIn({ author, rating, comment }: ReviewChanges): Errors {
  const errors = {
    author: author == null ? undefined : authorError(author),
    rating: rating == null ? undefined : ratingError(rating),
    comment: comment == null ? undefined : textError('comment', comment, longestComment),
  };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, error]) => (error === undefined ? [] : [[field, error]])),
  );
}

function authorError(author: string): ErrorText | undefined {
  if (turnsAround(author)) return { text: 'rules.turnsAround' };
  return textError('author', author, longestAuthor);
}

function ratingError(rating: number): ErrorText | undefined {
  const isRating = Number.isInteger(rating) && rating >= 1 && rating <= 5;
  return isRating ? undefined : { text: 'rules.rating' };
}

function textError(field: string, text: string, most: number): ErrorText | undefined {
  if (!isVisible(text)) return { text: 'rules.blank', values: { field } };
  // PostgreSQL and JSON Schema count code points: an emoji is one character, not two.
  if ([...text].length > most) return { text: 'rules.tooLong', values: { field, most } };
  // PostgreSQL cannot store it.
  if (text.includes('\0')) return { text: 'rules.nul', values: { field } };
  return undefined;
}

function refuse(fields: Errors, message = Object.values(fields)[0]): void {
  if (message !== undefined && Object.keys(fields).length > 0)
    throw new StoaError('BAD_USER_INPUT', message, { fields });
}
