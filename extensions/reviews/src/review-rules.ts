import { longestAuthor, longestComment } from './review-limits.ts';
import { ReviewRefusal } from './review-refusal.ts';
import { isVisible, turnsAround } from './visible-text.ts';

/** The content of a review. */
export interface ReviewInput {
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
}

/** Checks a whole review. Throws a {@link ReviewRefusal} that names all fields with an error. */
export function checkReview(input: unknown): ReviewInput {
  const { author, rating, comment } = readFields(input);
  const errors: Errors = new Map();
  const review = {
    author: readText('author', author, { longest: longestAuthor, errors }),
    rating: readRating(rating, errors),
    comment: readText('comment', comment, { longest: longestComment, errors }),
  };
  const isIncomplete = [author, rating, comment].some(isMissing);
  refuse(errors, isIncomplete ? 'author, rating and comment are required' : undefined);
  return review;
}

/** Checks some fields of a review: all present fields must be valid. Null counts as absent. */
export function checkReviewChanges(input: unknown): Partial<ReviewInput> {
  const { author, rating, comment } = readFields(input);
  const errors: Errors = new Map();
  const changes = {
    ...(author == null ? {} : { author: readText('author', author, { longest: longestAuthor, errors }) }),
    ...(rating == null ? {} : { rating: readRating(rating, errors) }),
    ...(comment == null ? {} : { comment: readText('comment', comment, { longest: longestComment, errors }) }),
  };
  refuse(errors);
  return changes;
}

/** Messages by field. */
type Errors = Map<string, string>;

function readFields(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null)
    throw new ReviewRefusal('BAD_USER_INPUT', 'A review is an object with author, rating and comment.');
  return Object.fromEntries(Object.entries(input));
}

function isMissing(value: unknown): boolean {
  return value == null || (typeof value === 'string' && !isVisible(value));
}

interface TextRules {
  readonly longest: number;
  readonly errors: Errors;
}

function readText(name: string, value: unknown, { longest, errors }: TextRules): string {
  const text = typeof value === 'string' ? value : '';
  if (!isVisible(text)) errors.set(name, `"${name}" is required and must not be blank.`);
  // PostgreSQL and JSON Schema count code points: an emoji is one character, not two.
  else if (text.length > longest && [...text].length > longest)
    errors.set(name, `"${name}" must have at most ${longest} characters.`);
  // PostgreSQL cannot store it.
  else if (text.includes('\0')) errors.set(name, `"${name}" must not contain a NUL character.`);
  else if (name === 'author' && turnsAround(text))
    errors.set(name, '"author" must not contain characters that turn the writing around.');
  return text;
}

function readRating(value: unknown, errors: Errors): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5) return value;
  errors.set('rating', '"rating" must be a whole number from 1 to 5.');
  return 0;
}

function refuse(errors: Errors, message = [...errors.values()].join(' ')): void {
  if (errors.size > 0) throw new ReviewRefusal('BAD_USER_INPUT', message, Object.fromEntries(errors));
}
