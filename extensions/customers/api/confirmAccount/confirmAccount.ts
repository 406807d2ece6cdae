import { type Handler, wantsPage } from 'stoa';
import type { ConfirmAccount } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { addressTaken, insertCustomer } from '../../src/customer-store.ts';
import { findAccountLink, takeLink } from '../../src/link-store.ts';
import { stepsOf } from '../../src/sign-in-steps.ts';
import { withNext } from '../../src/with-next.ts';

const confirmAccount: Handler<ConfirmAccount> = async (request, response) => {
  const { body, context, params, session } = request;
  const account = await findAccountLink(context.database, { key: params.key, password: body.password ?? '' });
  const customer = await context.database.transaction(async (transaction) => {
    await takeLink(transaction, 'register', params.key);
    const added = await insertCustomer(transaction, account);
    if (added === undefined) throw addressTaken();
    return added;
  });
  const steps = await stepsOf(context, customer.id).catch(() => undefined);
  if (steps !== undefined) await answerSignedIn(request, response, { customer, steps, status: 201 });
  // The account is made, and its link is used up. The customer signs in as soon as all extensions answer.
  else if (wantsPage(request)) response.redirect(303, withNext(context.url('signIn'), session.safeNext(body.next)));
  else response.status(201).json({ success: true, data: { customer } });
};

export default confirmAccount;
