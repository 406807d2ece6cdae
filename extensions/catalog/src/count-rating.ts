import { type Database, isRowId } from 'stoa';

/** What an event adds to the reviews of a product. */
export interface RatingChange {
  /** Undefined for a review of the shop itself. */
  readonly productId: string | undefined;
  readonly count: number;
  readonly sum: number;
}

// One statement is one transaction: an event that comes again finds its key, and adds nothing.
const countText = `
  with first as (insert into counted_event (key) values ($1) on conflict do nothing returning key)
  insert into product_rating (product_id, rating_count, rating_sum)
  select product_id, $3::integer, $4::integer from product, first where product_id = $2::bigint
  on conflict (product_id) do update set
    rating_count = product_rating.rating_count + excluded.rating_count,
    rating_sum = product_rating.rating_sum + excluded.rating_sum`;
// Much longer than the queue tries an event.
const forgetText = `delete from counted_event where counted_at < now() - interval '90 days'`;

/** Adds to the rating of a product, once for each key. */
export async function countRating(
  database: Database,
  key: string,
  { productId, count, sum }: RatingChange,
): Promise<void> {
  if (productId === undefined || !isRowId(productId)) return;
  await database.query(countText, [key, productId, count, sum]);
}

export async function forgetEvents(database: Database): Promise<void> {
  await database.query(forgetText);
}
