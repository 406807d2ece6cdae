import type { Handler } from 'stoa';
import type { ExpireSession } from '../../payment-sandbox.gen.ts';
import { answerApi, refusal } from '../../src/answer-api.ts';
import { endSession, shownSession } from '../../src/session-store.ts';
import { tellShop } from '../../src/tell-shop.ts';

// stoa-allow LINT_NO_BODY: the session is in the path.
const expireSession: Handler<ExpireSession> = (request, response) =>
  answerApi(request, response, async (transaction) => {
    const session = await endSession(transaction, request.params.sessionId, 'expired');
    if (session === undefined) return refusal('Only an open session can be expired.');
    await tellShop(transaction, session);
    return { status: 200, body: shownSession(session, '') };
  });

export default expireSession;
