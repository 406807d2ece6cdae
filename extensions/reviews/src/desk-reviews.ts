import type { Database } from 'stoa';
import { columns, type ReviewRow, type ReviewState } from './review-row.ts';

const states: ReadonlyMap<string, ReviewState | null> = new Map([
  ['waiting', 'WAITING'],
  ['published', 'PUBLISHED'],
  ['hidden', 'HIDDEN'],
  ['all', null],
]);

const condition = '($1::text is null or state = $1) and ($2::text is null or product_id = $2)';
const countText = `select count(*)::integer as total from review where ${condition}`;
const listText = (order: 'asc' | 'desc') => `
  select ${columns} from review where ${condition}
  order by created_at ${order}, review_id ${order} limit $3 offset $4`;

interface Listing {
  readonly state?: string | null;
  readonly product?: string | null;
  readonly first?: number | null;
  readonly page?: number | null;
}

/** A page of the reviews of a state. Those that wait are read in the order in which they came. */
export async function listForDesk(database: Database, { state, product, first, page }: Listing) {
  const wanted = states.get(state ?? '');
  const only = wanted === undefined ? 'WAITING' : wanted;
  const size = Math.min(Math.max(first ?? 20, 1), 100);
  const values = [only, product?.replaceAll('\0', '') ?? null];
  const list = listText(only === 'WAITING' ? 'asc' : 'desc');
  const [count] = await database.query<{ total: number }>(countText, values);
  const total = count?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  // When the last review of the last page is moderated, the page before is shown.
  const at = Math.min(Math.max(page ?? 1, 1), pages);
  return { total, pages, reviews: await database.query<ReviewRow>(list, [...values, size, (at - 1) * size]) };
}
