import type { Handler } from 'stoa';
import type { CreateSession } from '../../payment-sandbox.gen.ts';
import { answerApi, refusal } from '../../src/answer-api.ts';
import { payUrl } from '../../src/pay-url.ts';
import { readNewSession } from '../../src/read-new-session.ts';
import { insertSession, shownSession } from '../../src/session-store.ts';

// stoa-allow LINT_NO_BODY: a form with brackets in its names, which the handler checks and answers for as Stripe does.
const createSession: Handler<CreateSession> = (request, response) =>
  answerApi(request, response, async (transaction, fields) => {
    const wanted = readNewSession(fields);
    if (typeof wanted === 'string') return refusal(wanted);
    const session = await insertSession(transaction, wanted);
    return { status: 200, body: shownSession(session, payUrl(request.context, session)) };
  });

export default createSession;
