import type { Handler } from 'stoa';
import type { ResetPassword } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { changeAndSignOut } from '../../src/change-and-sign-out.ts';
import { hashNewPassword, storePassword } from '../../src/change-password.ts';
import { requireLink, takeLink } from '../../src/link-store.ts';
import { stepsOf } from '../../src/sign-in-steps.ts';

const resetPassword: Handler<ResetPassword> = async (request, response) => {
  const { body, context, params, session } = request;
  const { customer } = await requireLink(context.database, 'reset-password', params.key);
  const passwordHash = await hashNewPassword(body.newPassword ?? '', customer);
  // Before the link is used up: while an extension is away, it stays good.
  const steps = await stepsOf(context, customer.id);
  await changeAndSignOut(context.database, session, {
    id: customer.id,
    async change(transaction) {
      await takeLink(transaction, 'reset-password', params.key);
      await storePassword(transaction, customer, passwordHash);
    },
  });
  await answerSignedIn(request, response, { customer, steps, status: 200 });
};

export default resetPassword;
