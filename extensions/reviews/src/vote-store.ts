import { type Database, isRowId, StoaError } from 'stoa';
import type { Transaction } from '../reviews.gen.ts';

// The row is locked, so that two votes at once are both counted.
const lockText = `
  select review_id from review where review_id = $1::bigint and product_id = $2 and state = 'PUBLISHED' for update`;
const addText = `
  insert into review_vote (review_id, voter, address) values ($1::bigint, $2, $3) on conflict do nothing`;
const sameText = `
  update review_vote set voter = $2 where review_id = $1::bigint and voter = (
    select voter from review_vote
    where review_id = $1::bigint and address = $3 and voted_at > now() - make_interval(secs => $4)
    order by voted_at desc limit 1)
  returning voter`;
const ofAddressText = `
  select count(*)::integer as count from review_vote
  where review_id = $1::bigint and address = $2 and voter <> $3 and voted_at > now() - interval '1 day'
  and not exists (select from review_vote mine where mine.review_id = $1::bigint and mine.voter = $3)`;
const forgetText = `
  update review_vote set address = null where address is not null and voted_at < now() - interval '1 day'`;
const removeText = 'delete from review_vote where review_id = $1::bigint and voter = $2';
const countText = `
  update review set helpful = (select count(*) from review_vote where review_vote.review_id = review.review_id)
  where review_id = $1::bigint returning helpful`;
const foundText = `
  select review_id::text as id from review_vote where voter = $1 and review_id = any($2::bigint[])`;

/** How many guests of one address may find a review helpful in a day. Many people may share an address. */
const guestsOfAddress = 3;

/** A browser without a cookie that sends its first vote twice gets two. For so many seconds, that is one vote. */
const sameVoteSeconds = 60;

interface Vote {
  readonly id: string;
  readonly productId: string;
  readonly voter: string;
  /** A digest of a guest's address; null for a customer. */
  readonly address: string | null;
  /** The request that votes has made the voter known. */
  readonly isNew: boolean;
  readonly isHelpful: boolean;
}

/**
 * Sets what one voter says of a review. How many find it helpful; undefined for a review that is not published. Throws
 * RATE_LIMITED for an address with many votes.
 */
export async function setVote(transaction: Transaction, vote: Vote): Promise<number | undefined> {
  const { id, productId, voter, isHelpful } = vote;
  const [known] = isRowId(id) ? await transaction.query(lockText, [id, productId]) : [];
  if (known === undefined) return undefined;
  if (isHelpful) await addVote(transaction, vote);
  else await transaction.query(removeText, [id, voter]);
  const [row] = await transaction.query<{ helpful: number }>(countText, [id]);
  return row?.helpful;
}

async function addVote(transaction: Transaction, { id, voter, address, isNew }: Vote): Promise<void> {
  if (isNew && address !== null) {
    const [same] = await transaction.query(sameText, [id, voter, address, sameVoteSeconds]);
    if (same !== undefined) return;
  }
  if (address !== null) {
    const [row] = await transaction.query<{ count: number }>(ofAddressText, [id, address, voter]);
    if ((row?.count ?? 0) >= guestsOfAddress) throw new StoaError('RATE_LIMITED', { text: 'rules.tooManyVotes' });
  }
  await transaction.query(addText, [id, voter, address]);
}

/** Forgets the addresses of guests. After a day, nothing asks for them. */
export async function forgetAddressesOfVotes(database: Database): Promise<void> {
  await database.query(forgetText);
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
