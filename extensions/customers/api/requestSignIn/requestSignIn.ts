import type { Handler } from 'stoa';
import type { RequestSignIn } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { linkAddress } from '../../src/link-address.ts';
import { makeLink } from '../../src/link-store.ts';
import { requireEmail } from '../../src/registration-rules.ts';
import { withNext } from '../../src/with-next.ts';

/** Sends a mail to any address, and answers the same, so that only its owner learns whether it has an account. */
const requestSignIn: Handler<RequestSignIn> = async (request, response) => {
  const { body, context, session } = request;
  const email = requireEmail(body.email);
  const next = session.safeNext(body.next);
  const key = await makeLink(context.database, { purpose: 'sign-in', email });
  const address = key === undefined ? null : linkAddress(context, withNext(context.url('signInByLink', { key }), next));
  await context.mail('sign-in-link', { to: email, props: { address } });
  answerDone(request, response, { page: context.url('mailSent'), status: 202 });
};

export default requestSignIn;
