import type { Graph } from '../reviews.gen.ts';

export type ReviewState = Graph['ReviewState'];

/** A review as GraphQL returns it. */
export interface ReviewRow {
  readonly id: string;
  readonly productId: string | null;
  readonly author: string;
  readonly rating: number;
  readonly comment: string;
  readonly createdAt: string;
  readonly state: ReviewState;
  readonly bought: boolean;
  readonly answer: string | null;
  readonly answeredAt: string | null;
  readonly helpful: number;
}

/** A review as REST returns it. */
export function jsonOf({ id, productId, author, rating, comment, createdAt }: ReviewRow) {
  return { id, productId, author, rating, comment, createdAt };
}

/** Of to_char: ISO 8601. The database writes times, since for a list of hundreds a Date each costs a third of the request. */
export const iso = `at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** What a {@link ReviewRow} is made of. */
export const columns = `
  review_id::text as id, product_id as "productId", author, rating, comment, to_char(created_at ${iso}) as "createdAt",
  state, bought, answer, to_char(answered_at ${iso}) as "answeredAt", helpful`;
