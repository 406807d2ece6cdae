import type { Database } from 'stoa';
import { customerDigest } from './review-author.ts';

// Without digests: they are of no use to the customer.
const writtenText = `
  select review_id::text as id, product_id as "productId", author, rating, comment, created_at as "createdAt", state,
    bought, answer, answered_at as "answeredAt"
  from review where source = $1 order by created_at`;
const helpfulText = 'select review_id::text as id from review_vote where voter = $1 order by review_id';
const forgetText = 'update review set author = $2, source = null, visitor = null where source = $1';
const forgetVotesText = 'update review_vote set voter = gen_random_uuid()::text where voter = $1';

/** What the customer has written, and which reviews they find helpful. */
export async function customerRecords(
  database: Database,
  customer: string,
): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  const digest = customerDigest(customer);
  const [reviews, helpful] = await Promise.all([
    database.query(writtenText, [digest]),
    database.query<{ id: string }>(helpfulText, [digest]),
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
