import type { Context } from '../reviews.gen.ts';
import { authorOf } from './review-author.ts';
import { stateOfNew } from './state-of-new.ts';

/** What a form for a review begins with. A guest has no name, and neither has a shop without accounts. */
export async function reviewForm(
  context: Context,
): Promise<{ readonly author: string | null; readonly waits: boolean }> {
  const { caller, database, query, settings } = context;
  const answer = caller.kind === 'user' ? await query('query { me { name } }') : undefined;
  const state = await stateOfNew(database, settings, authorOf(context));
  return { author: answer?.data?.me?.name ?? null, waits: state === 'WAITING' };
}
