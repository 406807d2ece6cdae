import type { Database } from 'stoa';
import type { Context, Settings } from '../reviews.gen.ts';
import { authorOf, type ReviewAuthor } from './review-author.ts';

const trustText = `
  select coalesce(bool_or(state = 'PUBLISHED') and not bool_or(state = 'HIDDEN'), false) as trusted
  from review where source = $1 or visitor = $2`;

/** The state of what an author writes now, as the setting says. */
export async function stateOfNew(
  database: Database,
  { moderation }: Settings,
  author: ReviewAuthor,
): Promise<'WAITING' | 'PUBLISHED'> {
  if (moderation === 'none') return 'PUBLISHED';
  return moderation === 'first' && (await isTrusted(database, author)) ? 'PUBLISHED' : 'WAITING';
}

/** Whether a review of this author was published, and none is hidden. An address says nothing: many people share it. */
async function isTrusted(database: Database, { customer, visitor }: ReviewAuthor): Promise<boolean> {
  if (customer === null && visitor === null) return false;
  const [row] = await database.query<{ trusted: boolean }>(trustText, [customer, visitor]);
  return row?.trusted ?? false;
}

/** What a form for a review begins with. A guest has no name, and neither has a shop without accounts. */
export async function reviewForm(
  context: Context,
): Promise<{ readonly author: string | null; readonly waits: boolean }> {
  const { caller, database, query, settings } = context;
  const answer = caller.kind === 'user' ? await query('query { me { name } }') : undefined;
  const state = await stateOfNew(database, settings, authorOf(context));
  return { author: answer?.data?.me?.name ?? null, waits: state === 'WAITING' };
}
