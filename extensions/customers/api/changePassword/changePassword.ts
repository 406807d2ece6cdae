import type { Handler } from 'stoa';
import type { ChangePassword } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { changeAndSignOut } from '../../src/change-and-sign-out.ts';
import { hashNewPassword, storePassword } from '../../src/change-password.ts';
import { confirmPassword } from '../../src/identify-customer.ts';
import { signIn } from '../../src/sign-in.ts';

/** All other sessions of the customer end. This browser gets a new one. */
const changePassword: Handler<ChangePassword> = async (request, response) => {
  const { body, context, session, user } = request;
  const customer = await confirmPassword(context.database, { id: user.id, password: body.password });
  const passwordHash = await hashNewPassword(body.newPassword ?? '', customer);
  await changeAndSignOut(context.database, session, {
    id: customer.id,
    change: (transaction) => storePassword(transaction, customer, passwordHash),
  });
  await signIn(request, customer.id);
  answerDone(request, response, { page: `${context.url('accountPassword')}?done=yes` });
};

export default changePassword;
