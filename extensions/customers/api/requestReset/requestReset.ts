import type { Handler } from 'stoa';
import type { RequestReset } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { linkAddress } from '../../src/link-address.ts';
import { makeLink } from '../../src/link-store.ts';
import { requireEmail } from '../../src/registration-rules.ts';

/** Sends a mail to any address, and answers the same, so that only its owner learns whether it has an account. */
const requestReset: Handler<RequestReset> = async (request, response) => {
  const { body, context } = request;
  const email = requireEmail(body.email);
  const key = await makeLink(context.database, { purpose: 'reset-password', email });
  const address = key === undefined ? null : linkAddress(context, context.url('newPassword', { key }));
  await context.mail('password-reset', { to: email, props: { address } });
  answerDone(request, response, { page: context.url('mailSent'), status: 202 });
};

export default requestReset;
