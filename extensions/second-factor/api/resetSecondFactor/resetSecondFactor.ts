import { answerSaved } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { ResetSecondFactor } from '../../second-factor.gen.ts';
import { resetFactor } from '../../src/factor-store.ts';
import { addressOf, findMembers } from '../../src/members.ts';

/** The member's sessions end. One's own needs a code: a browser that was left open is no proof. */
const resetSecondFactor: Handler<ResetSecondFactor> = async (request, response) => {
  const { context, params, session, user } = request;
  const { customerId } = params;
  if (customerId === user.id) throw new StoaError('CONFLICT', { text: 'reset.own' });
  const member = (await findMembers(context)).find((one) => one.customerId === customerId);
  if (member === undefined) throw new StoaError('NOT_FOUND', { text: 'reset.none' });
  // Not the language of the desk.
  const [locale] = context.shop.locales;
  const email = await addressOf(context, member);
  await context.database.transaction(async (transaction) => {
    await resetFactor(transaction, { customer: customerId, email, locale });
    // A failure takes the change back, so that a second try ends them. The call below ends those that began meanwhile.
    await session.signOutUser(customerId);
  });
  await session.signOutUser(customerId);
  answerSaved(request, response, { page: () => context.url('deskMembers'), saved: 'secondFactor' });
};

export default resetSecondFactor;
