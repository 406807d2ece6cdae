import { type Handler, StoaError, wantsPage } from 'stoa';
import type { RequestReset } from '../../customers.gen.ts';
import { linkAddress } from '../../src/link-address.ts';
import { makeLink } from '../../src/link-store.ts';
import { normaliseEmail } from '../../src/normalise-email.ts';
import { emailError } from '../../src/registration-rules.ts';

/** Sends a mail to any address, and answers the same, so that only its owner learns whether it has an account. */
const requestReset: Handler<RequestReset> = async (request, response) => {
  const { body, context } = request;
  const email = normaliseEmail(body.email ?? '');
  const error = emailError(email);
  if (error !== undefined) throw new StoaError('BAD_USER_INPUT', error, { fields: { email: error } });
  const key = await makeLink(context.database, { purpose: 'reset-password', email });
  const address = key === undefined ? null : linkAddress(context, context.url('newPassword', { key }));
  await context.mail('password-reset', { to: email, props: { address } });
  if (wantsPage(request)) response.redirect(303, `${context.url('forgotPassword')}?sent=yes`);
  else response.status(202).json({ success: true, data: {} });
};

export default requestReset;
