import { type Handler, StoaError } from 'stoa';
import type { DecidePayment } from '../../payment-sandbox.gen.ts';
import { endSession, findSession } from '../../src/session-store.ts';
import { tellShop } from '../../src/tell-shop.ts';

// A declined card leaves the session open, so that the buyer can try another one.
const decidePayment: Handler<DecidePayment> = async (request, response) => {
  const { context, params, body } = request;
  const { sessionId } = params;
  if (body.decision === 'decline') throw new StoaError('PAYMENT_REQUIRED', { text: 'sandbox.declined' });
  const paid = await context.database.transaction(async (transaction) => {
    const session = await endSession(transaction, sessionId, 'complete');
    if (session !== undefined) await tellShop(transaction, session);
    return session ?? (await findSession(transaction, sessionId));
  });
  if (paid === undefined) throw new StoaError('NOT_FOUND', { text: 'sandbox.unknown' });
  response.redirect(303, context.url('payAtSandbox', { sessionId }));
};

export default decidePayment;
