import type { Database } from 'stoa';
import type { Context } from '../reviews.gen.ts';
import { customerDigest } from './review-author.ts';

// Without digests: they are of no use to the customer.
const writtenText = `
  select review_id::text as id, product_id as "productId", author, rating, comment, created_at as "createdAt", state,
    bought, answer, answered_at as "answeredAt"
  from review where source = $1 order by created_at`;
const helpfulText = 'select review_id::text as id from review_vote where voter = $1 order by review_id';
const forgetText = 'update review set author = $2, source = null, visitor = null where source = $1';
const forgetVotesText = 'update review_vote set voter = gen_random_uuid()::text where voter = $1';

/** What the caller has written, and which reviews the caller finds helpful. */
export async function customerRecords({
  caller,
  database,
}: Context): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  if (caller.kind !== 'user') return [];
  const customer = customerDigest(caller.id);
  const [reviews, helpful] = await Promise.all([
    database.query(writtenText, [customer]),
    database.query<{ id: string }>(helpfulText, [customer]),
  ]);
  const known = { reviews, helpfulReviews: helpful.map(({ id }) => id) };
  return Object.entries(known).map(([topic, value]) => ({ topic, json: JSON.stringify(value) }));
}

/** Reviews and votes stay. Nothing of them leads to the customer. */
export async function forgetCustomer(database: Database, customerId: string, author: string): Promise<void> {
  const customer = customerDigest(customerId);
  await database.query(forgetText, [customer, author]);
  await database.query(forgetVotesText, [customer]);
}
