import type { Start } from 'stoa';
import { makeFirstInvitation } from './src/invitation-store.ts';

/** A shop without an owner has a link in its log, which makes the person who follows it the owner. */
export const start: Start = async ({ database, logger }) => {
  const key = await makeFirstInvitation(database);
  if (key !== undefined)
    logger.info('the desk has no owner yet: sign in, and open the link', { link: `/desk/join?key=${key}` });
};
