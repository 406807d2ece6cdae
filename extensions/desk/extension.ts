import type { Start } from 'stoa';
import { makeFirstInvitation } from './src/invitation-store.ts';

/**
 * A shop without an owner has a link in its log, which makes the person who follows it the owner. Shoppers need no
 * desk, so the shop also opens when there is none.
 */
export const start: Start = async ({ database, logger }) => {
  try {
    const key = await makeFirstInvitation(database);
    // A warning is on the console. The lines that the start prints last have `page` with the shop's address.
    if (key !== undefined) {
      const page = `/desk/join?key=${key}`;
      logger.warn(`the desk has no owner yet: sign in at the shop, and open its page ${page}`, {
        page,
        why: 'makes you the owner, once: create an account there',
      });
    }
  } catch (error) {
    logger.error('whether the desk has an owner is not known', { reason: String(error) });
  }
};
