import type { Handler } from 'stoa';
import type { DeleteCustomer } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { eraseCustomer } from '../../src/erase-customer.ts';
import { confirmPassword } from '../../src/identify-customer.ts';

const deleteCustomer: Handler<DeleteCustomer> = async (request, response) => {
  const { body, context, session, user } = request;
  const customer = await confirmPassword(context.database, { id: user.id, password: body.password });
  await eraseCustomer(context, session, customer);
  await session.signOut();
  answerDone(request, response, { page: context.url('homepage') });
};

export default deleteCustomer;
