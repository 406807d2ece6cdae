import type { Handler } from 'stoa';
import type { RequestReset } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { mailLink } from '../../src/mail-link.ts';

const requestReset: Handler<RequestReset> = async (request, response) => {
  const { body, context } = request;
  await mailLink(context, 'reset-password', { email: body.email });
  answerDone(request, response, { page: context.url('mailSent'), status: 202 });
};

export default requestReset;
