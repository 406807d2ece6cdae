import type { Transaction } from '../payment-sandbox.gen.ts';
import { newId, type SessionRow, shownSession } from './session-store.ts';

const insertText = 'insert into webhook (event_id, body) values ($1, $2)';

/** Sends an event to the shop, as soon as the transaction is over. */
export async function tellShop(transaction: Transaction, session: SessionRow): Promise<void> {
  const id = newId('evt');
  const type = session.status === 'complete' ? 'checkout.session.completed' : 'checkout.session.expired';
  const created = Math.floor(Date.now() / 1000);
  const event = { id, object: 'event', type, created, livemode: false, data: { object: shownSession(session, '') } };
  await transaction.query(insertText, [id, JSON.stringify(event)]);
  await transaction.later('deliver', { event: id });
}
