import type { Start } from 'stoa';
import { makeFirstInvitation } from './src/invitation-store.ts';

/**
 * A shop without an owner has a link in its log, which makes the person who follows it the owner. Shoppers need no
 * desk, so the shop also opens when there is none.
 */
export const start: Start = async ({ database, logger }) => {
  try {
    const key = await makeFirstInvitation(database);
    const link = `/desk/join?key=${key}`;
    if (key !== undefined) logger.info('the desk has no owner yet: sign in, and open the link', { link });
  } catch (error) {
    logger.error('whether the desk has an owner is not known', { reason: String(error) });
  }
};
