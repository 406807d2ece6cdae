import type { Handler } from 'stoa';
import { answerDone } from '../../src/answer-done.ts';

// stoa-allow LINT_NO_BODY: signing out needs nothing but the cookie.
const closeSession: Handler = async (request, response) => {
  await request.session.signOut();
  answerDone(request, response, { page: request.context.url('homepage') });
};

export default closeSession;
