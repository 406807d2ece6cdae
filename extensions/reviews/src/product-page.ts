import { type Database, decodeCursor, encodeCursor, isRowId, listForEach, pageSize } from 'stoa';
import { isTime, type ReviewPageInput } from './review-page.ts';
import { columns, type ReviewRow } from './review-row.ts';

/** A part of one product's reviews. */
export interface ProductPage {
  readonly counts: readonly number[];
  readonly reviews: readonly ReviewRow[];
  readonly order: 'NEWEST' | 'HELPFUL';
  readonly next: string | null;
}

/** Where a part begins: after this review, in this order. */
interface Position {
  readonly order: ProductPage['order'];
  readonly helpful: number;
  readonly createdAt: string;
  readonly id: string;
}

const list = 'product-reviews';
const first = { helpful: 2 ** 31 - 1, createdAt: 'infinity', id: '0' } as const;
// For all products one query: how many gave how many stars, and rows of the part. Both have the same parameters.
const startText = `
  select wanted.id as wanted, counted.counts, part.* from unnest($1::text[]) as wanted (id) cross join lateral (
    select array(select count(rating)::integer from generate_series(1, 5) as stars
      left join review on product_id = wanted.id and state = 'PUBLISHED' and rating = stars
      group by stars order by stars) as counts
  ) counted left join lateral (
    select ${columns} from review where product_id = wanted.id and state = 'PUBLISHED' and $5::integer is not null`;
const newestText = `${startText} and (created_at, review_id) < ($3::timestamptz, $4::bigint)
    order by created_at desc, review_id desc limit $2
  ) part on true`;
const helpfulText = `${startText} and (review.helpful, created_at, review_id) < ($5, $3::timestamptz, $4::bigint)
    order by review.helpful desc, created_at desc, review_id desc limit $2
  ) part on true`;

/** A product without reviews in the part has one row without a review. */
interface PartRow extends Omit<ReviewRow, 'id'> {
  readonly id: string | null;
  readonly wanted: string;
  readonly counts: readonly number[];
}

/** One page for each product. `after` comes from an address: what is no cursor of this list is the beginning. */
export async function pagesOfProducts(
  database: Database,
  productIds: readonly string[],
  input: ReviewPageInput,
): Promise<readonly ProductPage[]> {
  const size = pageSize(input.first);
  const { order, helpful, createdAt, id } = positionOf(input.after ?? '');
  const values = [[...new Set(productIds)], size + 1, createdAt, id, helpful];
  const rows = await database.query<PartRow>(order === 'NEWEST' ? newestText : helpfulText, values);
  return listForEach(productIds, rows, ({ wanted }) => wanted).map((found) => {
    const reviews = found.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }])).slice(0, size);
    const last = reviews.at(-1);
    const next = last !== undefined && found.length > size ? cursorOf(last, order) : null;
    return { counts: found[0]?.counts ?? [0, 0, 0, 0, 0], reviews, order, next };
  });
}

function cursorOf({ helpful, createdAt, id }: ReviewRow, order: ProductPage['order']): string {
  return encodeCursor(list, [order, helpful, id, createdAt].join(' '));
}

function positionOf(after: string): Position {
  if (after === 'helpful') return { order: 'HELPFUL', ...first };
  const [order, helpful = '', id = '', createdAt = ''] = decodeCursor(list, after)?.split(' ') ?? [];
  const isOrder = order === 'NEWEST' || order === 'HELPFUL';
  if (!isOrder || !/^\d{1,9}$/.test(helpful) || !isRowId(id) || !isTime(createdAt))
    return { order: 'NEWEST', ...first };
  return { order, helpful: Number(helpful), createdAt, id };
}
