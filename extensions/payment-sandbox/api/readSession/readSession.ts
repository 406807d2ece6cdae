import type { Handler } from 'stoa';
import type { ReadSession } from '../../payment-sandbox.gen.ts';
import { answerApi, refusal } from '../../src/answer-api.ts';
import { payUrl } from '../../src/pay-url.ts';
import { findSession, shownSession } from '../../src/session-store.ts';

const readSession: Handler<ReadSession> = (request, response) =>
  answerApi(request, response, async (transaction) => {
    const session = await findSession(transaction, request.params.sessionId);
    if (session === undefined) return refusal('There is no such session.', 404);
    return { status: 200, body: shownSession(session, payUrl(request.context, session)) };
  });

export default readSession;
