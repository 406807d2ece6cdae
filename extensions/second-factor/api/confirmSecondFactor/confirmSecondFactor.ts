import type { Handler } from 'stoa';
import type { ConfirmSecondFactor } from '../../second-factor.gen.ts';
import { answer } from '../../src/answer.ts';
import { emailOf } from '../../src/email-of.ts';
import { confirmFactor, storeCodes } from '../../src/factor-store.ts';
import { newKey } from '../../src/recovery-codes.ts';
import { renewSession } from '../../src/renew-session.ts';
import { takeCode } from '../../src/take-code.ts';

const confirmSecondFactor: Handler<ConfirmSecondFactor> = async (request, response) => {
  const { body, context, session, user } = request;
  const key = newKey();
  const email = await emailOf(context);
  const asked = { customer: user.id, code: body.code, state: 'begun' } as const;
  const recoveryCodes = await takeCode(context, asked, async (transaction, owner) => {
    await confirmFactor(transaction, { customer: user.id, email });
    const codes = await storeCodes(transaction, owner, key);
    // A failure takes the change back, so that a second try ends them. `renewSession` ends those that began meanwhile.
    await session.signOutUser(user.id);
    return codes;
  });
  await renewSession(request, user.id);
  answer(request, response, { page: `${context.url('accountSecondFactor')}?codes=${key}`, data: { recoveryCodes } });
};

export default confirmSecondFactor;
