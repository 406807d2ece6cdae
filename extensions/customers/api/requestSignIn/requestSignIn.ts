import type { Handler } from 'stoa';
import type { RequestSignIn } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { mailLink } from '../../src/mail-link.ts';

const requestSignIn: Handler<RequestSignIn> = async (request, response) => {
  const { body, context, session } = request;
  await mailLink(context, 'sign-in', { email: body.email, next: session.safeNext(body.next) });
  answerDone(request, response, { page: context.url('mailSent'), status: 202 });
};

export default requestSignIn;
