import { type Listing, readPage } from '@stoa/desk-ui';
import type { Database } from 'stoa';
import { columns, type ReviewRow, type ReviewState } from './review-row.ts';

const states: ReadonlyMap<string, ReviewState | null> = new Map([
  ['waiting', 'WAITING'],
  ['published', 'PUBLISHED'],
  ['hidden', 'HIDDEN'],
  ['all', null],
]);
const where = '($1::text is null or state = $1) and ($2::text is null or product_id = $2)';

interface ReviewListing extends Listing {
  readonly state?: string | null;
  readonly product?: string | null;
}

/** The state that a filter of the list asks for. Null for all. */
export function listedState(filter: string | null | undefined): ReviewState | null {
  const wanted = states.get(filter ?? '');
  return wanted === undefined ? 'WAITING' : wanted;
}

/** A page of the reviews of a state. Those that wait are read in the order in which they came. */
export async function listForDesk(database: Database, { state, product, ...listing }: ReviewListing) {
  const only = listedState(state);
  const order = only === 'WAITING' ? 'created_at, review_id' : 'created_at desc, review_id desc';
  const list = { columns, table: 'review', where, order, values: [only, product?.replaceAll('\0', '') ?? null] };
  const { rows: reviews, ...counts } = await readPage<ReviewRow>(database, list, listing);
  return { ...counts, reviews };
}
