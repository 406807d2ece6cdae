import type { JobOf, Transaction } from '../payment-sandbox.gen.ts';
import { endOverdue } from '../src/session-store.ts';
import { tellShop } from '../src/tell-shop.ts';

/** Tells the shop of sessions whose time is over. Keys are forgotten after a day. */
const expire: JobOf<'expire'> = async (_input, { database, signal }) => {
  while (await database.transaction(expireSome)) signal.throwIfAborted();
  await database.query("delete from answered_key where created_at < now() - interval '1 day'");
  await database.query("delete from webhook where created_at < now() - interval '30 days'");
};

async function expireSome(transaction: Transaction): Promise<boolean> {
  const sessions = await endOverdue(transaction);
  for (const session of sessions) await tellShop(transaction, session);
  return sessions.length > 0;
}

export default expire;
