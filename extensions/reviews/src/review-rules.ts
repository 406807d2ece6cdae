import { longestAuthor, longestComment } from './review-limits.ts';
import { ReviewRefusal } from './review-refusal.ts';
import { isVisible, turnsAround } from './visible-text.ts';

/** The content of a review. */
export interface ReviewInput {
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
}

const fieldNames = ['author', 'rating', 'comment'] as const;

/**
 * Checks a whole review. Throws a {@link ReviewRefusal} that names all fields when one is missing or blank.
 * Otherwise it names the first broken rule.
 */
export function checkReview(input: unknown): ReviewInput {
  const fields = readFields(input);
  requireAll(fields);
  return {
    author: checkText('author', fields.author, longestAuthor),
    rating: checkRating(fields.rating),
    comment: checkText('comment', fields.comment, longestComment),
  };
}

/** Checks some fields of a review: all present fields must be valid. Null counts as absent. */
export function checkReviewChanges(input: unknown): Partial<ReviewInput> {
  const { author, rating, comment } = readFields(input);
  return {
    ...(author == null ? {} : { author: checkText('author', author, longestAuthor) }),
    ...(rating == null ? {} : { rating: checkRating(rating) }),
    ...(comment == null ? {} : { comment: checkText('comment', comment, longestComment) }),
  };
}

function readFields(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null)
    throw new ReviewRefusal('BAD_USER_INPUT', 'A review is an object with author, rating and comment.');
  return Object.fromEntries(Object.entries(input));
}

function requireAll(fields: Readonly<Record<string, unknown>>): void {
  const missing = fieldNames.filter((name) => isMissing(fields[name]));
  if (missing.length === 0) return;
  const marked = missing.map((name) => [name, `"${name}" is required and must not be blank.`] as const);
  throw new ReviewRefusal('BAD_USER_INPUT', 'author, rating and comment are required', Object.fromEntries(marked));
}

function isMissing(value: unknown): boolean {
  return value == null || (typeof value === 'string' && !isVisible(value));
}

function checkText(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || !isVisible(value))
    throw refusal(name, `"${name}" is required and must not be blank.`);
  // PostgreSQL and JSON Schema count code points: an emoji is one character, not two.
  if (value.length > longest && [...value].length > longest)
    throw refusal(name, `"${name}" must have at most ${longest} characters.`);
  // PostgreSQL cannot store it.
  if (value.includes('\0')) throw refusal(name, `"${name}" must not contain a NUL character.`);
  if (name === 'author' && turnsAround(value))
    throw refusal(name, '"author" must not contain characters that turn the writing around.');
  return value;
}

function checkRating(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 5)
    throw refusal('rating', '"rating" must be a whole number from 1 to 5.');
  return value;
}

function refusal(field: string, message: string): ReviewRefusal {
  return new ReviewRefusal('BAD_USER_INPUT', message, { [field]: message });
}
