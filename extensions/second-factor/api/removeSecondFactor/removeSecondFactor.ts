import type { Handler } from 'stoa';
import type { RemoveSecondFactor } from '../../second-factor.gen.ts';
import { answer } from '../../src/answer.ts';
import { emailOf } from '../../src/email-of.ts';
import { removeFactor } from '../../src/factor-store.ts';
import { renewSession } from '../../src/renew-session.ts';
import { takeCode } from '../../src/take-code.ts';

const removeSecondFactor: Handler<RemoveSecondFactor> = async (request, response) => {
  const { body, context, session, user } = request;
  const email = await emailOf(context);
  const asked = { customer: user.id, code: body.code, state: 'on' } as const;
  await takeCode(context, asked, async (transaction) => {
    await removeFactor(transaction, { customer: user.id, email });
    // A failure takes the change back, so that a second try ends them. `renewSession` ends those that began meanwhile.
    await session.signOutUser(user.id);
  });
  await renewSession(request, user.id);
  answer(request, response, { page: context.url('accountSecondFactor') });
};

export default removeSecondFactor;
