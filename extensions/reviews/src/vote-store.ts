import { type Database, isRowId } from 'stoa';
import type { Transaction } from '../reviews.gen.ts';

// The row is locked, so that two votes at once are both counted.
const lockText = `
  select review_id from review where review_id = $1::bigint and product_id = $2 and state = 'PUBLISHED' for update`;
const addText = 'insert into review_vote (review_id, voter) values ($1::bigint, $2) on conflict do nothing';
const removeText = 'delete from review_vote where review_id = $1::bigint and voter = $2';
const countText = `
  update review set helpful = (select count(*) from review_vote where review_vote.review_id = review.review_id)
  where review_id = $1::bigint returning helpful`;
const foundText = `
  select review_id::text as id from review_vote where voter = $1 and review_id = any($2::bigint[])`;

interface Vote {
  readonly id: string;
  readonly productId: string;
  readonly voter: string;
  readonly isHelpful: boolean;
}

/** Sets what one voter says of a review. How many find it helpful; undefined for a review that is not published. */
export async function setVote(
  transaction: Transaction,
  { id, productId, voter, isHelpful }: Vote,
): Promise<number | undefined> {
  const [known] = isRowId(id) ? await transaction.query(lockText, [id, productId]) : [];
  if (known === undefined) return undefined;
  await transaction.query(isHelpful ? addText : removeText, [id, voter]);
  const [row] = await transaction.query<{ helpful: number }>(countText, [id]);
  return row?.helpful;
}

/** Whether a voter finds each review helpful. One query, or none for a voter who is not known. */
export async function foundHelpful(
  database: Database,
  ids: readonly string[],
  voter: string | null,
): Promise<readonly boolean[]> {
  if (voter === null) return ids.map(() => false);
  const found = await database.query<{ id: string }>(foundText, [voter, ids]);
  const helpful = new Set(found.map(({ id }) => id));
  return ids.map((id) => helpful.has(id));
}
