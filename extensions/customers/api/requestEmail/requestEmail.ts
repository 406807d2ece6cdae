import { absoluteUrl, type Handler } from 'stoa';
import type { RequestEmail } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { findCredentials } from '../../src/customer-store.ts';
import { confirmPassword } from '../../src/identify-customer.ts';
import { makeLink } from '../../src/link-store.ts';
import { requireEmail } from '../../src/registration-rules.ts';

/** Sends a mail to any address, and answers the same, so that only its owner learns whether it has an account. */
const requestEmail: Handler<RequestEmail> = async (request, response) => {
  const { body, context, user } = request;
  const newEmail = requireEmail(body.email);
  const { email } = await confirmPassword(context.database, { id: user.id, password: body.password });
  const isTaken = (await findCredentials(context.database, newEmail)) !== undefined;
  const key = await makeLink(context.database, { purpose: 'change-email', email, newEmail });
  const isGood = key !== undefined && !isTaken;
  const address = isGood ? absoluteUrl(context, context.url('confirmEmail', { key })) : null;
  await context.mail('confirm-email', { to: newEmail, props: { address } });
  answerDone(request, response, { page: context.url('mailSent'), status: 202 });
};

export default requestEmail;
